#include "nimsweep/job/matrix_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

#include "job/sample_rows.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/claim.hpp"

namespace nimsweep {

using PackedRow = AllianceMatrix::PackedRow;

// Cuts a source down to what it holds for one number of players. Throws Error(job) if
// it does not fit.
struct MatrixSet::PartMaker {
  const JobSpec& job;
  const MatrixSource& source;
  int players;

  Part make() const {
    Part part{.kind = source.kind,
              .size = 1,
              .shifts = {},
              .listed = source.listed,
              .fitting = {},
              .from = source.from,
              .seed = source.seed};
    switch (source.kind) {
      case MatrixSource::Kind::sam:
        break;
      case MatrixSource::Kind::ssam:
        set_shifts(part);
        break;
      case MatrixSource::Kind::formula:
        evaluate_formula(part);
        break;
      case MatrixSource::Kind::listed:
        choose_listed(part);
        break;
      case MatrixSource::Kind::all:
      case MatrixSource::Kind::range:
        set_range(part);
        break;
      case MatrixSource::Kind::sample:
        part.size = source.count;
        break;
    }
    return part;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw job.error_at(source.place, "matrices: " + message);
  }

  void set_shifts(Part& part) const {
    part.shifts = shifts("ssam");
    part.size = part.shifts.size();
  }

  // The values of r. `key` has them in the job.
  std::vector<int> shifts(std::string_view key) const {
    std::vector<int> shifts = source.shifts;
    if (shifts.empty()) {
      shifts.resize(static_cast<std::size_t>(players));
      std::iota(shifts.begin(), shifts.end(), 0);
    }
    for (const int r : shifts)
      if (r >= players)
        fail(fmt::format("{}: {} with {} players; expected at most {}", key, r, players,
                         players - 1));
    return shifts;
  }

  // Makes them at once, as a list of its own: there is only one for each r.
  void evaluate_formula(Part& part) const {
    std::vector<AllianceMatrix> matrices;
    if (source.formula->uses_r())
      for (const int r : shifts("r")) matrices.push_back(formula_matrix(r));
    else
      matrices.push_back(formula_matrix(std::nullopt));
    part.kind = MatrixSource::Kind::listed;
    part.fitting.resize(matrices.size());
    std::iota(part.fitting.begin(), part.fitting.end(), 0);
    part.size = matrices.size();
    part.listed = std::make_shared<const std::vector<AllianceMatrix>>(std::move(matrices));
  }

  AllianceMatrix formula_matrix(std::optional<int> r) const {
    try {
      return source.formula->matrix(players, r);
    } catch (const Error& error) {
      fail(error.what());
    }
  }

  void choose_listed(Part& part) const {
    for (std::size_t k = 0; k < source.listed->size(); ++k) {
      const int fits = (*source.listed)[k].players();
      if (std::ranges::find(job.players, fits) == job.players.end())
        fail(fmt::format("a matrix of {} players; expected one for a number of 'players'", fits));
      if (fits == players) part.fitting.push_back(static_cast<std::uint32_t>(k));
    }
    part.size = part.fitting.size();
  }

  void set_range(Part& part) const {
    if (players > AllianceMatrix::kMaxIndexedPlayers)
      fail(fmt::format("matrices of {} players have no index; expected at most {} players", players,
                       AllianceMatrix::kMaxIndexedPlayers));
    const Uint128 count = AllianceMatrix::count(players);
    part.size = source.kind == MatrixSource::Kind::all ? count : source.count;
    if (part.from >= count || part.size > count - part.from)
      fail(fmt::format("range from {} with {} matrices; expected indices below {} for {} players",
                       to_decimal(part.from), to_decimal(part.size), to_decimal(count), players));
  }
};

MatrixSet::MatrixSet(const JobSpec& job, int players) : players_(players) {
  for (const MatrixSource& source : job.matrices) {
    Part part = PartMaker{job, source, players}.make();
    if (part.size > 0) parts_.push_back(std::move(part));
  }
}

Uint128 MatrixSet::size() const noexcept {
  Uint128 total = 0;
  for (const Part& part : parts_) total = saturating_add(total, part.size);
  return total;
}

std::pair<const MatrixSet::Part*, Uint128> MatrixSet::find(std::uint64_t number) const {
  Uint128 k = number;
  auto part = parts_.begin();
  for (; k >= part->size; ++part) {
    k -= part->size;
    assert(part + 1 != parts_.end());
  }
  return {&*part, k};
}

AllianceMatrix MatrixSet::make(const Part& part, Uint128 number) const {
  const auto place = static_cast<std::size_t>(number);
  switch (part.kind) {
    case MatrixSource::Kind::sam:
      break;
    case MatrixSource::Kind::ssam:
      return AllianceMatrix::shifted(players_, part.shifts[place]);
    case MatrixSource::Kind::formula:
    case MatrixSource::Kind::listed:
      return (*part.listed)[part.fitting[place]];
    case MatrixSource::Kind::all:
    case MatrixSource::Kind::range:
      return AllianceMatrix::from_index(players_, part.from + number);
    case MatrixSource::Kind::sample: {
      std::array<PackedRow, kMaxPlayers> rows{};
      job_detail::sample_rows(players_, part.seed, place, 1, rows.data());
      return AllianceMatrix::from_packed_rows({rows.data(), static_cast<std::size_t>(players_)});
    }
  }
  return AllianceMatrix::standard(players_);
}

AllianceMatrix MatrixSet::operator[](std::uint64_t number) const {
  const auto [part, k] = find(number);
  return make(*part, k);
}

void MatrixSet::copy_rows(std::uint64_t number, std::span<PackedRow> out) const {
  const auto n = static_cast<std::size_t>(players_);
  while (!out.empty()) {
    const auto [part, k] = find(number);
    const auto count = static_cast<std::size_t>(std::min(part->size - k, Uint128{out.size() / n}));
    const auto rows = out.first(count * n);
    if (part->kind == MatrixSource::Kind::all || part->kind == MatrixSource::Kind::range) {
      AllianceMatrix::rows_from_index(players_, part->from + k, rows);
    } else if (part->kind == MatrixSource::Kind::sample) {
      job_detail::sample_rows(players_, part->seed, static_cast<std::uint64_t>(k), count,
                              rows.data());
    } else {
      for (std::size_t m = 0; m < count; ++m) {
        const AllianceMatrix matrix = make(*part, k + m);
        for (std::size_t i = 0; i < n; ++i)
          rows[m * n + i] = matrix.packed_row(static_cast<Seat>(i));
      }
    }
    out = out.subspan(count * n);
    number += count;
  }
}

std::optional<Uint128> MatrixSet::index_of(std::uint64_t number) const {
  const auto [part, k] = find(number);
  if (part->kind != MatrixSource::Kind::all && part->kind != MatrixSource::Kind::range) return {};
  return part->from + k;
}

bool MatrixSet::has_sample() const noexcept {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const Part& part) { return part.kind == MatrixSource::Kind::sample; });
}

bool MatrixSet::names(const AllianceMatrix& matrix) const {
  const auto shift = shift_of(matrix);
  return std::any_of(parts_.begin(), parts_.end(), [&](const Part& part) {
    switch (part.kind) {
      case MatrixSource::Kind::sam:
        return shift == 0;
      case MatrixSource::Kind::ssam:
        return shift &&
               std::find(part.shifts.begin(), part.shifts.end(), *shift) != part.shifts.end();
      case MatrixSource::Kind::formula:
      case MatrixSource::Kind::listed:
        return std::find(part.listed->begin(), part.listed->end(), matrix) != part.listed->end();
      case MatrixSource::Kind::all:
        return true;
      case MatrixSource::Kind::range:
        return matrix.index() >= part.from && matrix.index() - part.from < part.size;
      case MatrixSource::Kind::sample:
        break;
    }
    return false;
  });
}

}  // namespace nimsweep
