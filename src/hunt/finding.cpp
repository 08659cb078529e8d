#include "nimsweep/hunt/finding.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

// What the machine asks of its matrix: in every position it knows, each player chose the outcome
// among those of the options. Sizes up to one more than the letters are enough, as beyond them
// nothing new is offered.
class AskedByPiles {
 public:
  explicit AskedByPiles(const PrefixMachine& machine) : n_(machine.players()) {
    for (PrefixMachine::StateId id = 0; id < machine.size(); ++id) add_piles_after(machine, id);
  }

  std::vector<Preference> take() && { return std::move(asked_); }

 private:
  using Seats = std::array<std::uint32_t, kMaxPlayers>;  // for each player, some of them, as bits

  static std::size_t at(Seat i) noexcept { return static_cast<std::size_t>(i); }

  // All positions that have one pile more than those of a state.
  void add_piles_after(const PrefixMachine& machine, PrefixMachine::StateId id) {
    const auto prefix = machine.state(id);
    const auto next = machine.next(id);
    std::vector<Seats> offered(prefix.size());  // by passes left: by smaller sizes of the pile
    for (std::size_t k = 0; k < prefix.size(); ++k) offer(prefix[k], offered[k]);
    for (std::size_t t = 0; t <= next.size(); ++t) {
      const auto state = machine.state(next[std::min(t, next.size() - 1)]);
      for (std::size_t k = 0; k < state.size(); ++k) {
        Seats options = offered[k];
        if (k > 0) offer(state[k - 1], options);
        ask(state[k], options);
      }
      for (std::size_t k = 0; k < state.size(); ++k) offer(state[k], offered[k]);
    }
  }

  // Everybody may hand on a position with these outcomes.
  void offer(OutcomeVector outcomes, Seats& offered) const noexcept {
    const OutcomeVector got = outcomes.handed_on(n_);
    for (Seat i = 0; i < n_; ++i) offered[at(i)] |= 1u << got[i];
  }

  void ask(OutcomeVector chosen, const Seats& options) {
    for (Seat i = 0; i < n_; ++i) {
      std::uint32_t& worse = known_[at(i)][at(chosen[i])];
      for (std::uint32_t more = options[at(i)] & ~worse & ~(1u << chosen[i]); more != 0;
           more &= more - 1)
        asked_.push_back({i, chosen[i], std::countr_zero(more)});
      worse |= options[at(i)];
    }
  }

  int n_;
  std::array<Seats, kMaxPlayers> known_{};  // by player and winner: what is worse
  std::vector<Preference> asked_;
};

Finding find(const DigitGame& game, const AllianceMatrix& matrix, IsStopped is_stopped) {
  auto found =
      find_digit_machine(*game.ruleset, matrix, game.places, game.passes, game.limits, is_stopped);
  if (auto* proved = std::get_if<ProvedMachine>(&found))
    return {.values = DigitValues(proved->machine), .asked = std::move(proved->asked)};
  const auto& blocks = std::get<NoMachine>(found).blocks;
  return {.values = std::nullopt, .blocks = {blocks.begin(), blocks.end()}};
}

Finding find(const PassGame& game, const AllianceMatrix& matrix, IsStopped is_stopped) {
  go_on_unless(is_stopped);
  const LastNimMachine rule(matrix, game.passes);
  try {
    const PrefixMachine machine(rule, game.most_states);
    return {.values = PileValues(machine), .asked = AskedByPiles(machine).take()};
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::input) throw;
    return {.values = std::nullopt};  // too many states
  }
}

}  // namespace

std::size_t Finding::states() const noexcept {
  if (const auto* digits = values ? std::get_if<DigitValues>(&*values) : nullptr)
    return digits->states();
  const auto* piles = values ? std::get_if<PileValues>(&*values) : nullptr;
  return piles != nullptr ? piles->states() : 0;
}

int Finding::letters() const noexcept {
  const auto* piles = values ? std::get_if<PileValues>(&*values) : nullptr;
  return piles != nullptr ? piles->letters() : 0;
}

Finding find_values(const SearchedGame& game, const AllianceMatrix& matrix, IsStopped is_stopped) {
  return std::visit([&](const auto& kind) { return find(kind, matrix, is_stopped); }, game);
}

}  // namespace nimsweep
