#include "nimsweep/digits/move_relation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <type_traits>
#include <utility>

namespace nimsweep {

namespace {

using Kind = MoveRelation::Kind;
using End = MoveRelation::End;

constexpr std::size_t kMostStates = 4'096;
constexpr std::size_t kMostArrows = std::size_t{1} << 22;
constexpr Counters kMostPasses = 63;

// What a state remembers. The first number says which kind of state it is.
using Memory = std::vector<int>;
enum Tag : int { kSame, kLowered, kTogether, kBy, kLast, kSmallest, kZeroMove };

// One letter of a position and a memory: each letter of an option that may stand below it, and what
// is remembered then.
using Emit = FunctionRef<void(Memory, DigitLetter)>;

class Digits {
 public:
  Digits(DigitLetter letter, int piles) : letter_(letter), piles_(piles) {}

  int operator[](int pile) const { return static_cast<int>(digit_of(letter_, pile, piles_)); }
  DigitLetter letter() const { return letter_; }

  // The letter with another digit in one pile.
  DigitLetter with(int pile, int digit) const {
    const DigitLetter bit = DigitLetter{1} << (piles_ - 1 - pile);
    return digit == 0 ? letter_ & ~bit : letter_ | bit;
  }

 private:
  DigitLetter letter_;
  int piles_;
};

// The guesses for one pile that a move lowers to any smaller size: whether it is smaller by now,
// and its digit.
template <class Function>
void visit_lowered(bool is_smaller, int digit, Function visit) {
  if (is_smaller) {
    visit(true, 0);
    visit(true, 1);
    return;
  }
  visit(false, digit);
  if (digit == 1) visit(true, 0);
}

// Nothing is different so far, and it never will be: for passes.
class Same {
 public:
  explicit Same(int) {}
  std::vector<Memory> starts() const { return {{kSame}}; }
  End end(const Memory&) const { return {Kind::pass}; }
  void step(const Memory& memory, Digits x, Emit emit) const { emit(memory, x.letter()); }
};

// Some piles, each to any smaller size; `may` says which may be lowered together. It remembers
// which are smaller by now.
template <class May>
class LoweredPiles {
 public:
  LoweredPiles(int piles, May may) : piles_(piles), may_(std::move(may)) {}

  std::vector<Memory> starts() const { return {{kLowered, 0}}; }
  End end(const Memory& memory) const { return {memory[1] != 0 ? Kind::move : Kind::nothing}; }
  void step(const Memory& memory, Digits x, Emit emit) const {
    choose(static_cast<DigitLetter>(memory[1]), x, 0, 0, emit);
  }

 private:
  // The digits of the piles before `pile` are chosen.
  void choose(DigitLetter smaller, Digits x, int pile, DigitLetter option, Emit emit) const {
    if (pile == piles_) return emit({kLowered, static_cast<int>(smaller)}, option);
    const DigitLetter bit = DigitLetter{1} << (piles_ - 1 - pile);
    visit_lowered((smaller & bit) != 0, x[pile], [&](bool is_smaller, int digit) {
      const DigitLetter now = is_smaller ? smaller | bit : smaller;
      if (now != smaller && !may_(now)) return;
      choose(now, x, pile + 1, digit == 0 ? option : option | bit, emit);
    });
  }

  int piles_;
  May may_;
};

// All piles by the same number. By now the piles have been lowered by numbers D_1, D_2, ..; it
// remembers whether D_1 is positive, and D_j - D_1, which is -1, 0 or 1, or else the rest of the
// digits could never make all of them equal.
class LoweredTogether {
 public:
  explicit LoweredTogether(int piles) : piles_(piles) {}

  std::vector<Memory> starts() const {
    Memory memory(static_cast<std::size_t>(piles_) + 1, 0);
    memory[0] = kTogether;
    return {memory};
  }
  End end(const Memory& memory) const {
    const bool all_equal =
        std::all_of(memory.begin() + 2, memory.end(), [](int d) { return d == 0; });
    return {memory[1] == 1 && all_equal ? Kind::move : Kind::nothing};
  }
  void step(const Memory& memory, Digits x, Emit emit) const {
    for (DigitLetter option = 0; option < DigitLetter{1} << piles_; ++option) {
      const Digits y(option, piles_);
      const int first = x[0] - y[0];
      if (memory[1] == 0 && first < 0) continue;
      Memory next{kTogether, memory[1] == 1 || first > 0 ? 1 : 0};
      for (int j = 1; j < piles_; ++j) {
        const int more = 2 * memory[static_cast<std::size_t>(j) + 1] + x[j] - y[j] - first;
        if (more < -1 || more > 1) break;
        next.push_back(more);
      }
      if (next.size() == memory.size()) emit(std::move(next), option);
    }
  }

 private:
  int piles_;
};

// One pile by one of some numbers; it remembers the pile, and by how much it is smaller by now.
// That number never gets smaller again.
class LoweredBy {
 public:
  LoweredBy(int piles, std::vector<Counters> steps) : piles_(piles), steps_(std::move(steps)) {}

  std::vector<Memory> starts() const { return {{kBy, 0, 0}}; }
  End end(const Memory& memory) const {
    const bool is_step =
        std::ranges::find(steps_, static_cast<Counters>(memory[2])) != steps_.end();
    return {is_step ? Kind::move : Kind::nothing};
  }
  void step(const Memory& memory, Digits x, Emit emit) const {
    if (memory[2] == 0) {
      emit(memory, x.letter());
      for (int j = 0; j < piles_; ++j)
        if (x[j] == 1) emit({kBy, j, 1}, x.with(j, 0));
      return;
    }
    const int j = memory[1];
    for (const int digit : {0, 1}) {
      const int less = 2 * memory[2] + x[j] - digit;
      if (static_cast<Counters>(less) <= steps_.back()) emit({kBy, j, less}, x.with(j, digit));
    }
  }

 private:
  int piles_;
  std::vector<Counters> steps_;
};

// A certain pile, which must be the last that is not empty, to any smaller size.
class LoweredLast {
 public:
  explicit LoweredLast(int piles) : piles_(piles) {}

  std::vector<Memory> starts() const {
    std::vector<Memory> starts;
    starts.reserve(static_cast<std::size_t>(piles_));
    for (int j = 0; j < piles_; ++j) starts.push_back({kLast, j, 0});
    return starts;
  }
  End end(const Memory& memory) const { return {memory[2] == 1 ? Kind::move : Kind::nothing}; }
  void step(const Memory& memory, Digits x, Emit emit) const {
    const int pile = memory[1];
    for (int j = pile + 1; j < piles_; ++j)
      if (x[j] == 1) return;
    visit_lowered(memory[2] == 1, x[pile], [&](bool is_smaller, int digit) {
      emit({kLast, pile, is_smaller ? 1 : 0}, x.with(pile, digit));
    });
  }

 private:
  int piles_;
};

// A certain pile, which must be a smallest of those that are not empty, to any smaller size. It
// remembers whether the pile is empty by now and whether it has become smaller, and how each other
// pile compares with it.
class LoweredSmallest {
 public:
  explicit LoweredSmallest(int piles) : piles_(piles) {}

  std::vector<Memory> starts() const {
    std::vector<Memory> starts;
    for (int j = 0; j < piles_; ++j) {
      Memory memory(static_cast<std::size_t>(piles_) + 4, kEqual);
      memory[0] = kSmallest;
      memory[1] = j;
      memory[2] = 0;
      memory[3] = 0;
      starts.push_back(std::move(memory));
    }
    return starts;
  }
  End end(const Memory& memory) const { return {memory[3] == 1 ? Kind::move : Kind::nothing}; }
  void step(const Memory& memory, Digits x, Emit emit) const {
    const int pile = memory[1];
    Memory next = memory;
    for (int j = 0; j < piles_; ++j) {
      int& other = next[static_cast<std::size_t>(j) + 4];
      if (j == pile || other == kGreater) continue;
      if (other == kEmpty) {
        if (x[j] == 1) return;
      } else if (x[j] > x[pile]) {
        other = kGreater;
      } else if (x[j] < x[pile]) {
        if (memory[2] == 1) return;
        other = kEmpty;
      }
    }
    if (x[pile] == 1) next[2] = 1;
    visit_lowered(memory[3] == 1, x[pile], [&](bool is_smaller, int digit) {
      next[3] = is_smaller ? 1 : 0;
      emit(next, x.with(pile, digit));
    });
  }

 private:
  enum Other : int { kEqual, kGreater, kEmpty };
  int piles_;
};

// Nothing from a certain pile, which must not be empty.
class ZeroMoves {
 public:
  explicit ZeroMoves(int piles) : piles_(piles) {}

  std::vector<Memory> starts() const {
    std::vector<Memory> starts;
    starts.reserve(static_cast<std::size_t>(piles_));
    for (int j = 0; j < piles_; ++j) starts.push_back({kZeroMove, j, 0});
    return starts;
  }
  End end(const Memory& memory) const {
    if (memory[2] == 0) return {};
    return {Kind::zero_move, Mode{1} << (piles_ - 1 - memory[1])};
  }
  void step(const Memory& memory, Digits x, Emit emit) const {
    emit({kZeroMove, memory[1], memory[2] == 1 || x[memory[1]] == 1 ? 1 : 0}, x.letter());
  }

 private:
  int piles_;
};

// Do the lowered piles lie within `window` consecutive ones of the circle?
bool fits_window(DigitLetter lowered, std::size_t window, int piles) {
  const auto size = static_cast<std::size_t>(piles);
  for (std::size_t first = 0; first < size; ++first) {
    DigitLetter reached = 0;
    for (std::size_t k = 0; k < std::min(window, size); ++k)
      reached |= DigitLetter{1} << (size - 1 - (first + k) % size);
    if ((lowered & ~reached) == 0) return true;
  }
  return false;
}

}  // namespace

// Puts the automata of several kinds of moves side by side, and keeps what leads to an option.
class MoveRelation::Builder {
 public:
  explicit Builder(int piles) { relation_.piles_ = piles; }

  template <class Moves>
  void add(const Moves& moves) {
    std::vector<const Memory*> known;  // from `first` on, by number
    std::map<Memory, StateId> numbers;
    const auto first = static_cast<StateId>(ends_.size());
    const auto number_of = [&](Memory memory) {
      const auto [place, is_new] =
          numbers.try_emplace(std::move(memory), first + static_cast<StateId>(numbers.size()));
      if (is_new) known.push_back(&place->first);
      return place->second;
    };
    for (Memory& start : moves.starts()) starts_.push_back(number_of(std::move(start)));
    for (std::size_t k = 0; k < known.size(); ++k) {
      if (ends_.size() > kMostStates || count_ > kMostArrows) {
        is_too_large_ = true;
        return;
      }
      const Memory memory = *known[k];
      ends_.push_back(moves.end(memory));
      for (DigitLetter letter = 0; letter < letters(); ++letter) {
        auto& arrows = arrows_.emplace_back();
        moves.step(memory, Digits(letter, relation_.piles_), [&](Memory next, DigitLetter option) {
          arrows.push_back({number_of(std::move(next)), option});
        });
        count_ += arrows.size();
      }
    }
  }

  bool is_too_large() const { return is_too_large_; }

  MoveRelation finish(std::size_t modes) && {
    constexpr StateId kDropped = std::numeric_limits<StateId>::max();
    const std::vector<bool> leads = leading_to_an_end();
    std::vector<StateId> numbers(ends_.size(), kDropped);
    for (std::size_t id = 0; id < ends_.size(); ++id)
      if (leads[id]) {
        numbers[id] = static_cast<StateId>(relation_.ends_.size());
        relation_.ends_.push_back(ends_[id]);
      }
    for (const StateId start : starts_)
      if (leads[start]) relation_.starts_.push_back(numbers[start]);
    for (std::size_t id = 0; id < ends_.size(); ++id) {
      if (!leads[id]) continue;
      for (DigitLetter letter = 0; letter < letters(); ++letter) {
        for (const Arrow& arrow : arrows_[id * letters() + letter])
          if (leads[arrow.to]) relation_.arrows_.push_back({numbers[arrow.to], arrow.option});
        relation_.begins_.push_back(relation_.arrows_.size());
      }
    }
    relation_.modes_ = modes;
    return std::move(relation_);
  }

 private:
  std::size_t letters() const { return std::size_t{1} << relation_.piles_; }

  std::vector<bool> leading_to_an_end() const {
    std::vector<bool> leads(ends_.size());
    for (std::size_t id = 0; id < ends_.size(); ++id) leads[id] = ends_[id].kind != Kind::nothing;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t row = 0; row < arrows_.size(); ++row)
        for (const Arrow& arrow : arrows_[row])
          if (leads[arrow.to] && !leads[row / letters()]) {
            leads[row / letters()] = true;
            changed = true;
          }
    }
    return leads;
  }

  MoveRelation relation_;
  std::vector<StateId> starts_;
  std::vector<End> ends_;
  std::vector<std::vector<Arrow>> arrows_;  // by state, then by letter
  std::size_t count_ = 0;
  bool is_too_large_ = false;
};

std::variant<MoveRelation, MoveRelation::Missing> MoveRelation::of(const MoveShape& shape,
                                                                   int piles, Counters passes) {
  if (piles < 1 || piles > DigitMachine::kMaxPiles)
    return Missing{fmt::format("{} piles; an automaton over their digits has at most {}", piles,
                               DigitMachine::kMaxPiles)};
  if (passes > kMostPasses)
    return Missing{fmt::format("{} passes; an automaton over the digits of piles has at most {}",
                               passes, kMostPasses)};
  Builder builder(piles);
  const auto add_lowered = [&](auto may) { builder.add(LoweredPiles(piles, may)); };
  const auto only_one = [](DigitLetter lowered) { return std::has_single_bit(lowered); };
  std::size_t modes = static_cast<std::size_t>(passes) + 1;
  const bool is_known = std::visit(
      [&](const auto& moves) {
        using Shape = std::decay_t<decltype(moves)>;
        if constexpr (std::is_same_v<Shape, OtherMoves>) {
          return false;
        } else if constexpr (std::is_same_v<Shape, LowerLast>) {
          builder.add(LoweredLast(piles));
        } else if constexpr (std::is_same_v<Shape, LowerSome>) {
          add_lowered([&](DigitLetter lowered) { return std::popcount(lowered) <= moves.most; });
        } else if constexpr (std::is_same_v<Shape, LowerNeighbours>) {
          add_lowered(
              [&](DigitLetter lowered) { return fits_window(lowered, moves.window, piles); });
        } else if constexpr (std::is_same_v<Shape, LowerTogether>) {
          add_lowered(only_one);
          if (piles > 1) builder.add(LoweredTogether(piles));
        } else if constexpr (std::is_same_v<Shape, LowerBy>) {
          builder.add(LoweredBy(piles, moves.steps));
        } else if constexpr (std::is_same_v<Shape, LowerSmallest>) {
          builder.add(LoweredSmallest(piles));
        } else {
          static_assert(std::is_same_v<Shape, LowerOrKeep>);
          add_lowered(only_one);
          builder.add(ZeroMoves(piles));
          modes = std::size_t{1} << piles;
        }
        return true;
      },
      shape);
  if (!is_known) return Missing{"its moves have no shape that is known digit by digit"};
  if (passes > 0) builder.add(Same(piles));
  if (builder.is_too_large()) return Missing{"its moves take too many states to follow by digits"};
  return std::move(builder).finish(modes);
}

std::optional<Mode> MoveRelation::mode_after(StateId id, Mode mode) const noexcept {
  switch (ends_[id].kind) {
    case Kind::nothing:
      return {};
    case Kind::move:
      return mode;
    case Kind::zero_move:
      if ((mode & ends_[id].spent) == 0) return {};
      return mode & ~ends_[id].spent;
    case Kind::pass:
      if (mode == 0) return {};
      return mode - 1;
  }
  return {};
}

}  // namespace nimsweep
