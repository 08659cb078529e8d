#include "report/table_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep::report_detail {

namespace {

constexpr std::uint64_t kMostMatrices = 300;   // more than anyone looks through
constexpr std::uint64_t kLeastValues = 1'000;  // per case, however little room is left

constexpr std::string_view kDigits = "0123456789abcdef";

std::vector<std::uint64_t> bounds_of(std::span<const std::uint64_t> extent) {
  std::vector<std::uint64_t> bounds;
  for (const std::uint64_t along : extent) bounds.push_back(along - 1);
  return bounds;
}

// Cuts the longest axes until at most `most` positions are left.
std::vector<std::uint64_t> clipped(std::vector<std::uint64_t> extent, std::uint64_t most) {
  while (product(extent) > most) {
    const auto longest = std::max_element(extent.begin(), extent.end());
    if (*longest == 1) break;
    *longest -= std::max<std::uint64_t>(1, *longest / 16);
  }
  return extent;
}

// `count` numbers below `all`, evenly spread, including the first and the last.
std::vector<std::uint64_t> spread(std::uint64_t count, std::uint64_t all) {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t k = 0; k < count; ++k)
    numbers.push_back(
        count == 1 ? 0 : static_cast<std::uint64_t>(Uint128{k} * (all - 1) / (count - 1)));
  return numbers;
}

std::string digits_of(const AllianceMatrix& matrix) {
  std::string digits;
  for (Seat i = 0; i < matrix.players(); ++i)
    for (int j = 0; j < matrix.players(); ++j)
      digits += kDigits[static_cast<std::size_t>(matrix.offset(i, j))];
  return digits;
}

std::string cells_of(std::span<const std::uint8_t> values) {
  std::string cells;
  cells.reserve(values.size());
  for (const std::uint8_t value : values) cells += value == kNoValue ? '-' : kDigits[value & 0xfU];
  return cells;
}

class CaseData {
 public:
  CaseData(const TableReader& table, std::size_t number, std::vector<std::string>& left_out)
      : table_(table),
        number_(number),
        case_(table.cases()[number]),
        left_out_(left_out),
        json_({{"name", case_.name}, {"values", to_decimal(product(case_.layout.dims))}}) {}

  Json grundy(std::size_t bytes) {
    constexpr std::uint64_t kBytesPerValue = 4;  // about, in decimal
    take_positions(case_.layout.dims, std::max(kLeastValues, bytes / kBytesPerValue));
    const std::vector<std::uint64_t> origin(kept_.size(), 0);
    json_["grundy"] = table_.wide_values(number_, origin, kept_);
    return std::move(json_);
  }

  Json machines(std::size_t bytes) {
    const auto& dims = case_.layout.dims;
    take_positions({dims.begin() + kPileAxes, dims.end()}, ~std::uint64_t{0});
    take_matrices(bytes / bytes_per_matrix());
    return std::move(json_);
  }

  Json values(std::size_t bytes) {
    const auto& dims = case_.layout.dims;
    const std::uint64_t players = dims[kFirstAxis];
    const std::uint64_t most = std::max<std::uint64_t>(kLeastValues, bytes) / players;
    take_positions({dims.begin() + kPileAxes, dims.end()}, most);
    const auto numbers = take_matrices(
        bytes / (bytes_per_matrix() + static_cast<std::uint64_t>(product(kept_)) * players));
    Json cells = Json::array();
    std::vector<std::uint64_t> origin(dims.size(), 0);
    std::vector<std::uint64_t> extent{1, players};
    extent.insert(extent.end(), kept_.begin(), kept_.end());
    for (const std::uint64_t m : numbers) {
      origin.front() = m;
      cells.push_back(cells_of(table_.values(number_, origin, extent)));
    }
    json_["cells"] = std::move(cells);
    return std::move(json_);
  }

 private:
  std::uint64_t bytes_per_matrix() const {
    return case_.layout.dims[kFirstAxis] * case_.layout.dims[kFirstAxis] +
           12;  // digits, quotes, number
  }

  void take_positions(const std::vector<std::uint64_t>& extent, std::uint64_t most) {
    kept_ = clipped(extent, most);
    json_["bounds"] = bounds_of(extent);
    json_["kept"] = bounds_of(kept_);
    if (kept_ != extent)
      left_out_.push_back(fmt::format("{}: positions up to {} are here, of those up to {}",
                                      case_.name, fmt::join(bounds_of(kept_), ","),
                                      fmt::join(bounds_of(extent), ",")));
  }

  std::vector<std::uint64_t> take_matrices(std::uint64_t most) {
    const auto& dims = case_.layout.dims;
    const std::uint64_t count =
        std::clamp<std::uint64_t>(most, 1, std::min(kMostMatrices, dims[kMatrixAxis]));
    auto numbers = spread(count, dims[kMatrixAxis]);
    Json matrices = Json::array();
    for (const std::uint64_t m : numbers) matrices.push_back(digits_of(table_.matrix(number_, m)));
    json_["players"] = dims[kFirstAxis];
    json_["matrix_count"] = to_decimal(dims[kMatrixAxis]);
    json_["numbers"] = numbers;
    json_["matrices"] = std::move(matrices);
    if (count < dims[kMatrixAxis])
      left_out_.push_back(fmt::format("{}: {} of {} matrices are here, evenly spread", case_.name,
                                      to_grouped_decimal(count),
                                      to_grouped_decimal(dims[kMatrixAxis])));
    return numbers;
  }

  const TableReader& table_;
  std::size_t number_;
  const TableCase& case_;
  std::vector<std::string>& left_out_;
  std::vector<std::uint64_t> kept_;  // extent of the positions that are there
  Json json_;
};

// Including its shards.
std::uint64_t bytes_of(const TableReader& table) {
  std::uint64_t bytes = std::filesystem::file_size(table.path());
  for (const TableReader& shard : table.shards()) bytes += std::filesystem::file_size(shard.path());
  return bytes;
}

std::vector<std::size_t> smallest_first(const std::vector<TableCase>& cases) {
  std::vector<std::size_t> order(cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return product(cases[a].layout.dims) < product(cases[b].layout.dims);
  });
  return order;
}

}  // namespace

Json table_json(const TableReader& table, std::size_t bytes, std::vector<std::string>& left_out) {
  const FileHeader& header = table.header();
  const auto shape = make_ruleset(header.game)->move_shape();
  const bool is_last_nim = std::holds_alternative<LowerLast>(shape);
  std::vector<Json> cases(table.cases().size());
  std::size_t left = bytes;
  std::size_t cases_left = cases.size();
  for (const std::size_t k :
       smallest_first(table.cases())) {  // what they need not is for the others
    const std::size_t share = left / cases_left--;
    CaseData data(table, k, left_out);
    cases[k] = table.cases()[k].quantity == Quantity::grundy ? data.grundy(share)
               : is_last_nim                                 ? data.machines(share)
                                                             : data.values(share);
    left -= std::min(left, cases[k].dump().size());
  }
  return {{"file", table.path()},
          {"bytes", to_decimal(bytes_of(table))},
          {"game", header.game},
          {"passes", header.passes},
          {"created", header.created},
          {"version", header.version},
          {"signature", fmt::format("{:016x}", table.signature())},
          {"cases", cases}};
}

}  // namespace nimsweep::report_detail
