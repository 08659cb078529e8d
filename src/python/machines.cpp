// Machines in Python: those of Last Nim and Small Nim, which read pile sizes, and automata over the
// binary digits of piles. Called with piles, they say who wins; with an array of positions, for all
// of them.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <variant>

#include "nimsweep/base/error.hpp"
#include "nimsweep/exports/graphviz.hpp"
#include "nimsweep/exports/machine_diagram.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/descending_machine.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/moore_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"
#include "python/bindings.hpp"
#include "python/interruptible.hpp"

namespace nimsweep::python {

namespace {

using Piles = py::array_t<Counters, py::array::c_style | py::array::forcecast>;
using Winners = py::array_t<std::uint8_t>;

// Given a list with numbers above 2^63, numpy may choose a type that rounds.
Piles exact_array(const py::object& piles) {
  const py::array objects =
      py::module_::import("numpy").attr("array")(piles, py::arg("dtype") = "O");
  Piles array(std::vector<py::ssize_t>(objects.shape(), objects.shape() + objects.ndim()));
  Counters* out = array.mutable_data();
  for (const py::handle number : objects.attr("flat"))
    *out++ = counters_from(number, "piles: a number");
  return array;
}

// Positions as an array [.., N] of pile sizes. Numbers that are not whole, or negative, are
// refused.
Piles positions_from(const py::object& piles) {
  const auto array = py::array::ensure(piles);
  if (!array || array.ndim() == 0) {
    PyErr_Clear();
    throw Error(ErrorKind::input,
                "piles: expected a sequence of numbers, or an array of positions");
  }
  const char kind = array.dtype().kind();
  if (kind == 'O' || (kind == 'f' && !py::isinstance<py::array>(piles))) return exact_array(piles);
  if (kind == 'i' && array.size() > 0 && array.attr("min")().cast<std::int64_t>() < 0)
    throw Error(ErrorKind::input, "piles: a negative number; expected 0 to 2^64 - 1");
  if (kind != 'i' && kind != 'u' && array.size() > 0)
    throw Error(ErrorKind::input, fmt::format("piles: numbers of type {}; expected whole numbers",
                                              py::str(array.dtype()).cast<std::string>()));
  return Piles(array);  // raises MemoryError where a copy does not fit
}

// Calls `look_up(piles)` for each position, and makes an array [.., n] of the winners; with a first
// player, [..] of the winner when they move first.
using LookUp = std::function<OutcomeVector(std::span<const Counters>)>;

py::object winners_of(const py::object& given, std::optional<Seat> first, int players,
                      std::optional<int> pile_count, const LookUp& look_up) {
  if (first) checked_seat(*first, players);
  const Piles piles = positions_from(given);
  const auto axes = static_cast<std::size_t>(piles.ndim());
  const auto width = static_cast<std::size_t>(piles.shape(static_cast<py::ssize_t>(axes) - 1));
  if (pile_count && width != static_cast<std::size_t>(*pile_count))
    throw Error(ErrorKind::input,
                fmt::format("piles: {} of them; expected {}", width, *pile_count));
  std::vector<py::ssize_t> shape(piles.shape(), piles.shape() + axes - 1);
  std::size_t count = 1;
  for (const py::ssize_t extent : shape) count *= static_cast<std::size_t>(extent);
  if (!first) shape.push_back(players);
  Winners winners(shape);
  const Counters* in = piles.data();
  std::uint8_t* out = winners.mutable_data();
  {
    const py::gil_scoped_release release;
    for (std::size_t k = 0; k < count; ++k) {
      const OutcomeVector outcomes = look_up({in + k * width, width});
      if (first)
        *out++ = static_cast<std::uint8_t>(outcomes[*first]);
      else
        for (Seat i = 0; i < players; ++i) *out++ = static_cast<std::uint8_t>(outcomes[i]);
    }
  }
  return winners[py::make_tuple()];  // a number rather than an array without axes
}

py::object values_of(const py::object& machine, const py::object& piles, Seat first) {
  const int players = machine.attr("matrix").attr("players").cast<int>();
  const py::object winners = machine(piles, first);
  return (winners + py::int_(players - first)).attr("__mod__")(players);
}

// What every machine can be asked: values, and itself in the forms of other programs. Its
// diagram(first) is the minimal machine for a first player, or the whole one.
template <class M>
void add_values_and_exports(py::class_<M>& machine) {
  using First = std::optional<Seat>;
  machine
      .def(
          "value",
          [](const py::object& self, const py::object& piles, Seat first) {
            return values_of(self, piles, first);
          },
          py::arg("piles"), py::arg("first") = 0,
          "How many seats after the first player the winner sits, for one position or an array.")
      .def(
          "to_dot", [](const M& m, First first) { return dot_of(m.diagram(first)); },
          py::arg("first") = py::none(),
          "In the language of Graphviz; with `first`, the minimal machine.")
      .def(
          "to_svg", [](const M& m, First first) { return svg_of(m.diagram(first)); },
          py::arg("first") = py::none(), "Drawn by Graphviz; with `first`, the minimal machine.")
      .def(
          "to_hoa", [](const M& m, First first) { return hoa_of(m.diagram(first)); },
          py::arg("first") = py::none(), "In the Hanoi Omega-Automata format.")
      .def(
          "to_tikz", [](const M& m, First first) { return tikz_of(m.diagram(first)); },
          py::arg("first") = py::none(), "As a LaTeX document with a picture.")
      .def(
          "to_walnut", [](const M& m, Seat first) { return walnut_of(m.diagram(first)); },
          py::arg("first"), "In the text format of Walnut: the winner when `first` moves first.")
      .def("_repr_svg_",
           [](const M& m) { return picture_for_notebook([&] { return svg_of(m.diagram({})); }); });
}

// The winners of the states of any machine: an array [states, n].
template <class WinnersOf>
Winners state_winners(std::size_t states, int players, WinnersOf outcomes) {
  Winners winners({static_cast<py::ssize_t>(states), static_cast<py::ssize_t>(players)});
  auto out = winners.mutable_unchecked<2>();
  for (std::size_t id = 0; id < states; ++id)
    for (Seat i = 0; i < players; ++i)
      out(static_cast<py::ssize_t>(id), i) =
          static_cast<std::uint8_t>(outcomes(static_cast<std::uint32_t>(id))[i]);
  return winners;
}

// The arrows of the states: an array [states, letters], -1 where a state has no such arrow.
template <class NextOf>
py::array_t<std::int64_t> state_arrows(std::size_t states, std::size_t letters, NextOf next_of) {
  py::array_t<std::int64_t> arrows(
      {static_cast<py::ssize_t>(states), static_cast<py::ssize_t>(letters)});
  auto out = arrows.mutable_unchecked<2>();
  for (std::size_t id = 0; id < states; ++id) {
    const auto next = next_of(static_cast<std::uint32_t>(id));
    for (std::size_t letter = 0; letter < letters; ++letter)
      out(static_cast<py::ssize_t>(id), static_cast<py::ssize_t>(letter)) =
          letter < next.size() ? static_cast<std::int64_t>(next[letter]) : -1;
  }
  return arrows;
}

// ---- Last Nim and Small Nim.

class Machine {
 public:
  using Reachable = std::variant<PrefixMachine, DescendingMachine>;

  Machine(const AllianceMatrix& matrix, int passes, bool is_descending, std::size_t max_states)
      : last_nim_(matrix, passes), reachable_(explore(last_nim_, is_descending, max_states)) {}

  const LastNimMachine& last_nim() const noexcept { return last_nim_; }
  const Reachable& reachable() const noexcept { return reachable_; }
  bool is_descending() const noexcept {
    return std::holds_alternative<DescendingMachine>(reachable_);
  }
  template <class Ask>
  auto ask(Ask ask) const {
    return std::visit(ask, reachable_);
  }

  MachineDiagram diagram(std::optional<Seat> first) const {
    return ask([&](const auto& reachable) {
      if (!first) return diagram_of(last_nim_, reachable);
      const Seat seat = checked_seat(*first, reachable.players());
      return diagram_of(last_nim_, is_descending() ? PileOrder::descending : PileOrder::any,
                        MooreMachine(reachable, seat), seat);
    });
  }

 private:
  static Reachable explore(const LastNimMachine& machine, bool is_descending,
                           std::size_t max_states) {
    const py::gil_scoped_release release;
    PrefixMachine reachable(machine, max_states);
    if (is_descending) return DescendingMachine(std::move(reachable), max_states);
    return reachable;
  }

  LastNimMachine last_nim_;
  Reachable reachable_;
};

// In Small Nim, piles are read in descending order.
OutcomeVector outcomes_of(const LastNimMachine& machine, bool is_descending,
                          std::span<const Counters> piles) {
  if (!is_descending) return machine.outcomes(piles);
  std::vector<Counters> sorted(piles.begin(), piles.end());
  std::ranges::sort(sorted, std::greater{});
  return machine.outcomes(sorted);
}

Machine make_machine(const py::object& matrix, std::optional<int> players, std::int64_t passes,
                     const std::string& game, std::size_t max_states) {
  const auto ruleset = ruleset_from(game);
  if (!ruleset->has_size_machine())
    throw Error(ErrorKind::input,
                fmt::format("game: {}; expected last-nim or small-nim (digit_machine is for other "
                            "games)",
                            game));
  return {matrix_from(matrix, players), static_cast<int>(passes_from(passes)),
          std::holds_alternative<LowerSmallest>(ruleset->move_shape()), max_states};
}

void add_machine(py::module_& module) {
  py::class_<Machine> machine(
      module, "Machine",
      "The finite machine of Last Nim or Small Nim under a matrix. It reads piles "
      "one after\nthe other; state 0 is the start.");
  add_values_and_exports(machine);
  machine
      .def_property_readonly(
          "game", [](const Machine& m) { return m.is_descending() ? "small-nim" : "last-nim"; })
      .def_property_readonly("matrix", [](const Machine& m) { return m.last_nim().matrix(); })
      .def_property_readonly("passes", [](const Machine& m) { return m.last_nim().passes(); })
      .def("__len__",
           [](const Machine& m) {
             return m.ask([](const auto& reachable) { return reachable.size(); });
           })
      .def_property_readonly(
          "states",
          [](const Machine& m) {
            return m.ask([](const auto& reachable) { return reachable.size(); });
          },
          "The number of states.")
      .def_property_readonly(
          "letters",
          [](const Machine& m) {
            return m.ask([](const auto& reachable) { return reachable.letters(); });
          },
          "The largest pile size that is told apart: it stands for every larger one.")
      .def_property_readonly(
          "winners",
          [](const Machine& m) {
            return m.ask([](const auto& reachable) {
              return state_winners(reachable.size(), reachable.players(),
                                   [&](std::uint32_t id) { return reachable.outcomes(id); });
            });
          },
          "Who wins in each state, by who moves first: an array [states, n].")
      .def_property_readonly(
          "next",
          [](const Machine& m) {
            return m.ask([](const auto& reachable) {
              return state_arrows(reachable.size(), reachable.letters(),
                                  [&](std::uint32_t id) { return reachable.next(id); });
            });
          },
          "The state after one more pile: an array [states, letters], column t - 1 for size t.\n"
          "-1 in Small Nim where no such pile may follow.")
      .def_property_readonly(
          "minimal_states",
          [](const Machine& m) {
            return m.ask([](const auto& reachable) { return minimal_sizes_of(reachable); });
          },
          "The states of the minimal machine for each first player.")
      .def(
          "__call__",
          [](const Machine& m, const py::object& piles, std::optional<Seat> first) {
            return winners_of(piles, first, m.last_nim().players(), std::nullopt,
                              [&](std::span<const Counters> position) {
                                return outcomes_of(m.last_nim(), m.is_descending(), position);
                              });
          },
          py::arg("piles"), py::arg("first") = py::none(),
          "Who wins: for piles [.., N] an array [.., n], by who moves first; with `first`, [..].")
      .def("__repr__", [](const Machine& m) {
        return m.ask([&](const auto& reachable) {
          return fmt::format("<machine of {} under {}: {} states, {} letters>",
                             m.is_descending() ? "small-nim" : "last-nim",
                             to_text(m.last_nim().matrix()), reachable.size(), reachable.letters());
        });
      });

  module.def("machine", &make_machine, py::arg("matrix"), py::kw_only(),
             py::arg("players") = py::none(), py::arg("passes") = 0, py::arg("game") = "last-nim",
             py::arg("max_states") = PrefixMachine::kDefaultMaxStates,
             "The machine of Last Nim, or of Small Nim, under a matrix.\n\n"
             ">>> m = machine('ssam:1', players=3)\n>>> m.states, m.letters\n(3, 2)\n"
             ">>> m((1, 2, 2), first=0)\n1\n");
}

// ---- Automata over binary digits.

struct ProvedAutomaton {
  std::shared_ptr<const Ruleset> ruleset;
  AllianceMatrix matrix;
  Counters passes;
  ProvedMachine proved;

  const DigitMachine& machine() const noexcept { return proved.machine; }
  // With a first player, of the minimal automaton for them.
  MachineDiagram diagram(std::optional<Seat> first) const {
    if (!first) return diagram_of(*ruleset, matrix, passes, proved);
    return diagram_of(*ruleset, matrix, passes, proved, checked_seat(*first, matrix.players()));
  }
};

// All passes left, and in zero-move Nim all zero moves: the last of a state's modes.
OutcomeVector outcomes_of(const DigitMachine& machine, DigitMachine::StateId id) {
  return machine.outcomes(id).back();
}

ProvedAutomaton make_digit_machine(const std::string& game, const py::object& matrix, int piles,
                                   std::optional<int> players, std::int64_t passes) {
  const auto ruleset = ruleset_from(game);
  const AllianceMatrix alliances = matrix_from(matrix, players);
  const Counters most_passes = passes_from(passes);
  if (piles < 1 || piles > DigitMachine::kMaxPiles)
    throw Error(ErrorKind::input,
                fmt::format("piles: {}; expected 1 to {}", piles, DigitMachine::kMaxPiles));
  std::optional<std::variant<ProvedMachine, NoMachine>> found;
  Reports none;
  run_interruptibly(
      [&](const std::atomic<bool>& stop) {
        found = find_digit_machine(*ruleset, alliances, piles, most_passes, {},
                                   [&] { return stop.load(); });
      },
      none);
  if (const auto* missing = std::get_if<NoMachine>(&*found))
    throw no_machine_error(*ruleset, alliances, piles, *missing);
  return {ruleset, alliances, most_passes, std::get<ProvedMachine>(std::move(*found))};
}

void add_digit_machine(py::module_& module) {
  py::class_<ProvedAutomaton> machine(
      module, "DigitMachine",
      "The outcome of a game as an automaton over the binary digits of its "
      "piles, most significant\n"
      "first. It is proved for every pile size. State 0 is the start.");
  add_values_and_exports(machine);
  machine.def_property_readonly("game", [](const ProvedAutomaton& a) { return a.ruleset->name(); })
      .def_property_readonly("matrix", [](const ProvedAutomaton& a) { return a.matrix; })
      .def_property_readonly("piles", [](const ProvedAutomaton& a) { return a.machine().piles(); })
      .def_property_readonly("passes", [](const ProvedAutomaton& a) { return a.passes; })
      .def("__len__", [](const ProvedAutomaton& a) { return a.machine().size(); })
      .def_property_readonly(
          "states", [](const ProvedAutomaton& a) { return a.machine().size(); },
          "The number of states.")
      .def_property_readonly(
          "combinations", [](const ProvedAutomaton& a) { return a.proved.combinations; },
          "Combinations of states that the proof looked at.")
      .def_property_readonly(
          "period",
          [](const ProvedAutomaton& a) -> std::optional<std::pair<Counters, Counters>> {
            if (!a.proved.period) return std::nullopt;
            return std::pair(a.proved.period->from, a.proved.period->length);
          },
          "One pile of a subtraction game: (from, length) of its period; else None.")
      .def_property_readonly(
          "winners",
          [](const ProvedAutomaton& a) {
            return state_winners(a.machine().size(), a.machine().players(),
                                 [&](std::uint32_t id) { return outcomes_of(a.machine(), id); });
          },
          "Who wins in each state, by who moves first: an array [states, n].")
      .def_property_readonly(
          "next",
          [](const ProvedAutomaton& a) {
            return state_arrows(a.machine().size(), a.machine().letters(),
                                [&](std::uint32_t id) { return a.machine().next(id); });
          },
          "The state after one more digit of each pile: an array [states, 2^N]. A letter is the\n"
          "number with these digits, pile 1 the most significant.")
      .def(
          "__call__",
          [](const ProvedAutomaton& a, const py::object& piles, std::optional<Seat> first) {
            const DigitMachine& digits = a.machine();
            return winners_of(piles, first, digits.players(), digits.piles(),
                              [&](std::span<const Counters> position) {
                                return outcomes_of(digits, digits.state_of(position));
                              });
          },
          py::arg("piles"), py::arg("first") = py::none(),
          "Who wins: for piles [.., N] an array [.., n], by who moves first; with `first`, [..].")
      .def("__repr__", [](const ProvedAutomaton& a) {
        return fmt::format("<automaton of {} with {} piles under {}: {} states>", a.ruleset->name(),
                           a.machine().piles(), to_text(a.matrix), a.machine().size());
      });

  module.def(
      "digit_machine", &make_digit_machine, py::arg("game"), py::arg("matrix"), py::arg("piles"),
      py::kw_only(), py::arg("players") = py::none(), py::arg("passes") = 0,
      "Learns the automaton of a game with this many piles, and proves it for every pile size.\n"
      "Raises DamageError if none is found within the limits.\n\n"
      ">>> nim = digit_machine('nim', 'ssam:1', 2, players=2)\n>>> nim.states\n2\n"
      ">>> nim([[3, 3], [3, 5]], first=0).tolist()\n[0, 1]\n");
}

}  // namespace

void add_machines(py::module_& module) {
  add_machine(module);
  add_digit_machine(module);
}

}  // namespace nimsweep::python
