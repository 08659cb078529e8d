#include "nimsweep/store/table_rows.hpp"

#include <algorithm>

namespace nimsweep {

namespace {

constexpr std::uint64_t kBytesAtOnce = std::uint64_t{4} << 20;

}  // namespace

TableRows::TableRows(const TableReader& table, std::size_t case_number, std::uint64_t matrix)
    : table_(table),
      case_(case_number),
      matrix_(matrix),
      blocks_(static_cast<std::size_t>(table.cases()[case_number].layout.dims[kFirstAxis])) {
  const std::span dims = std::span(table.cases()[case_number].layout.dims).subspan(kPileAxes);
  std::uint64_t bytes = dims.back();
  leading_ = dims.size() - 1;
  while (leading_ > 0 && dims[leading_ - 1] <= kBytesAtOnce / bytes) bytes *= dims[--leading_];
}

void TableRows::read(std::span<const std::uint64_t> prefix, int first, std::uint64_t from,
                     std::span<std::uint8_t> out) {
  const std::span dims = std::span(table_.cases()[case_].layout.dims).subspan(kPileAxes);
  if (dims.back() > kBytesAtOnce) {  // too long to keep: read on demand
    std::vector<std::uint64_t> origin = {matrix_, static_cast<std::uint64_t>(first)};
    origin.insert(origin.end(), prefix.begin(), prefix.end());
    origin.push_back(from);
    std::vector<std::uint64_t> extent(origin.size(), 1);
    extent.back() = out.size();
    std::ranges::copy(table_.values(case_, origin, extent), out.begin());
    return;
  }
  Block& block = blocks_[static_cast<std::size_t>(first)];
  const auto leading = prefix.first(leading_);
  if (block.values.empty() || !std::ranges::equal(block.leading, leading)) {
    std::vector<std::uint64_t> origin = {matrix_, static_cast<std::uint64_t>(first)};
    std::vector<std::uint64_t> extent(2 + leading_, 1);
    origin.insert(origin.end(), leading.begin(), leading.end());
    origin.resize(2 + dims.size(), 0);
    extent.insert(extent.end(), dims.begin() + static_cast<std::ptrdiff_t>(leading_), dims.end());
    block.values = table_.values(case_, origin, extent);
    block.leading.assign(leading.begin(), leading.end());
  }
  std::uint64_t place = 0;
  for (std::size_t j = leading_; j < prefix.size(); ++j) place = place * dims[j] + prefix[j];
  place = place * dims.back() + from;
  std::copy_n(block.values.begin() + static_cast<std::ptrdiff_t>(place), out.size(), out.begin());
}

}  // namespace nimsweep
