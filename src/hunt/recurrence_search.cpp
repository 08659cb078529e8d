#include "hunt/recurrence_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "hunt/linear_form.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/solve/descending_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep::hunt_detail {

namespace {

constexpr std::size_t kMostStates = 100'000;
constexpr int kMostCost = 12;  // of a form

// What one more pile does to a value: entry x - 1 is the value after a pile of x counters.
using Steps = std::map<int, std::vector<int>>;

// The value of a state, if it is the same for all first players.
std::optional<int> value_in(OutcomeVector winners, int players) {
  const int value = value_of(winners[0], 0, players);
  for (Seat first = 1; first < players; ++first)
    if (value_of(winners[first], first, players) != value) return std::nullopt;
  return value;
}

// Machine is PrefixMachine or DescendingMachine. In the latter a pile is no larger than the one
// before, so some states say less of a value's steps than others.
template <class Machine>
std::variant<Steps, NoRecurrence> steps_in(const Machine& machine) {
  std::vector<int> values;
  for (PrefixMachine::StateId id = 0; id < machine.size(); ++id) {
    const auto value = value_in(machine.outcomes(id), machine.players());
    if (!value) return NoRecurrence{"values depend on the first player"};
    values.push_back(*value);
  }
  Steps steps;
  for (PrefixMachine::StateId id = 0; id < machine.size(); ++id) {
    std::vector<int> after;
    for (const PrefixMachine::StateId next : machine.next(id)) after.push_back(values[next]);
    std::vector<int>& known = steps[values[id]];
    const std::size_t common = std::min(known.size(), after.size());
    if (!std::ranges::equal(std::span(known).first(common), std::span(after).first(common)))
      return NoRecurrence{"the value before a pile does not determine the value after it"};
    if (after.size() > known.size()) known = std::move(after);
  }
  return steps;
}

// How far up a value can go, if it goes up by one with each counter until then.
std::optional<int> height_of(int value, const std::vector<int>& after, int n) {
  int height = reduced(after.back() - value, n);
  if (height == 0) height = n;
  for (std::size_t k = 0; k < after.size(); ++k)
    if (after[k] != reduced(value + std::min(static_cast<int>(k) + 1, height), n))
      return std::nullopt;
  return height;
}

std::variant<std::vector<Climb>, NoRecurrence> climbs_in(const Steps& steps, int n) {
  std::map<int, int> longest;  // by the end of the climb
  for (const auto& [value, after] : steps) {
    const auto height = height_of(value, after, n);
    if (!height) return NoRecurrence{"a pile does not take the value up by one for each counter"};
    if (*height > 1) {
      int& length = longest[reduced(value + *height, n)];
      length = std::max(length, *height);
    }
  }
  std::vector<Climb> climbs;
  climbs.reserve(longest.size());
  for (const auto& [end, length] : longest) climbs.push_back({reduced(end - length, n), length});
  std::ranges::sort(climbs);
  return climbs;
}

template <class Machine>
std::variant<std::vector<Climb>, NoRecurrence> climbs_in(const Machine& machine) {
  const auto steps = steps_in(machine);
  if (const auto* none = std::get_if<NoRecurrence>(&steps)) return *none;
  return climbs_in(std::get<Steps>(steps), machine.players());
}

}  // namespace

std::variant<std::vector<Climb>, NoRecurrence> climbs_of(const AllianceMatrix& matrix, int passes,
                                                         PileOrder order) {
  try {
    PrefixMachine machine(LastNimMachine(matrix, passes), kMostStates);
    auto climbs = climbs_in(machine);
    if (order == PileOrder::any || std::holds_alternative<std::vector<Climb>>(climbs))
      return climbs;
    return climbs_in(DescendingMachine(std::move(machine), kMostStates));
  } catch (const Error& error) {
    return NoRecurrence{error.what()};
  }
}

namespace {

// Forms for the numbers of one climb, and how they read.
class ClimbText {
 public:
  ClimbText(const LinearForm& begin, const LinearForm& length,
            std::span<const Parameters> everywhere)
      : begin_(begin.text()), length_(length.text()) {
    const auto is_in_range = [&](const Parameters& at) {
      return 0 <= begin.at(at) && begin.at(at) < at.n;
    };
    if (!std::ranges::all_of(everywhere, is_in_range)) begin_ = fmt::format("({}) mod n", begin_);
    const auto is_short = [&](const Parameters& at) { return length.at(at) == 2; };
    is_short_ = std::ranges::all_of(everywhere, is_short);
    const auto is_whole = [&](const Parameters& at) { return length.at(at) == at.n; };
    is_whole_ = std::ranges::all_of(everywhere, is_whole);
  }

  bool covers_all() const noexcept { return is_whole_; }

  void add_steps(std::vector<ClaimText::Case>& steps) const {
    if (is_short_ && !is_whole_) {
      steps.push_back({fmt::format("x > 1 and v == {}", begin_), "v + 2"});
      return;
    }
    const bool is_sum = begin_.find(' ') != std::string::npos;
    const std::string place = begin_ == "0" ? "v"
                                            : fmt::format("(v - {}{}{}) mod n", is_sum ? "(" : "",
                                                          begin_, is_sum ? ")" : "");
    const std::string within = is_whole_ ? "" : fmt::format("{} < {}", place, length_);
    const std::string end = is_whole_       ? begin_
                            : begin_ == "0" ? length_
                                            : fmt::format("{} + {}", begin_, length_);
    steps.push_back(
        {fmt::format("{}{}{} + x >= {}", within, within.empty() ? "" : " and ", place, length_),
         end});
    steps.push_back({within, "v + x"});
  }

 private:
  std::string begin_;
  std::string length_;
  bool is_short_ = false;
  bool is_whole_ = false;
};

// The form that fits all of these numbers, if there is one.
std::optional<LinearForm> form_for_all(std::span<const LinearForm> forms,
                                       std::span<const Sighting> sightings, bool modulo_n) {
  const LinearForm best = best_fit(forms, sightings, modulo_n);
  const auto fits_here = [&](const Sighting& sighting) { return fits(best, sighting, modulo_n); };
  if (!std::ranges::all_of(sightings, fits_here)) return std::nullopt;
  return best;
}

}  // namespace

std::optional<ClaimText::Recurrence> fit_recurrence(std::span<const AllianceMatrix* const> matrices,
                                                    std::span<const std::vector<Climb>> climbs,
                                                    std::size_t learned, bool with_r) {
  std::vector<Parameters> everywhere;
  for (const AllianceMatrix* matrix : matrices)
    everywhere.push_back({.n = matrix->players(), .r = shift_of(*matrix)});
  const std::size_t count = climbs.front().size();
  for (const std::vector<Climb>& other : climbs.first(learned))
    if (other.size() != count) return std::nullopt;
  std::vector<LinearForm> forms = forms_up_to(kMostCost, with_r);
  std::erase_if(forms, [](const LinearForm& form) { return form.N != 0; });

  ClaimText::Recurrence recurrence;
  bool covers_all = false;
  for (std::size_t j = 0; j < count; ++j) {
    std::vector<Sighting> begins;
    std::vector<Sighting> lengths;
    for (std::size_t k = 0; k < learned; ++k) {
      begins.push_back({everywhere[k], climbs[k][j].begin});
      lengths.push_back({everywhere[k], climbs[k][j].length});
    }
    auto begin = form_for_all(forms, begins, false);  // "n - 2" reads better than "(-2) mod n"
    if (!begin) begin = form_for_all(forms, begins, true);
    const auto length = form_for_all(forms, lengths, false);
    if (!begin || !length) return std::nullopt;
    const ClimbText text(*begin, *length, everywhere);
    text.add_steps(recurrence.each);
    covers_all |= text.covers_all();
  }
  if (!covers_all) recurrence.each.push_back({.value = "v + 1"});
  return recurrence;
}

}  // namespace nimsweep::hunt_detail
