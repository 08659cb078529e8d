// Single positions in Python: who wins, the moves, the tree of all plays, Grundy values; and the
// values of a whole box as an array.
#include <fmt/format.h>

#include <limits>
#include <memory>
#include <mutex>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/resources.hpp"
#include "nimsweep/exports/graphviz.hpp"
#include "nimsweep/exports/tree_graph.hpp"
#include "nimsweep/solve/game_tree.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "nimsweep/solve/move_list.hpp"
#include "nimsweep/solve/pile_roles.hpp"
#include "nimsweep/solve/solver.hpp"
#include "nimsweep/solve/value_array.hpp"
#include "python/bindings.hpp"
#include "python/interruptible.hpp"

namespace nimsweep::python {

namespace {

// A solved position. Only the winner is known at once; the rest is worked out when it is asked for,
// by one thread at a time.
class Solution {
 public:
  explicit Solution(Question question)
      : question_(std::move(question)), solver_(make_solver(*question_.ruleset, question_.matrix)) {
    const py::gil_scoped_release release;
    winner_ = solver_->winner(question_.start, question_.first);
  }

  const Question& question() const noexcept { return question_; }
  Seat winner() const noexcept { return winner_; }
  int value() const noexcept {
    return value_of(winner_, question_.first, question_.matrix.players());
  }

  const BestPlay& play() {
    const py::gil_scoped_release release;  // before waiting for another thread
    const std::lock_guard lock(mutex_);
    if (!play_)
      play_ = solver_->best_play(question_.start, question_.first,
                                 std::numeric_limits<std::uint64_t>::max());
    return *play_;
  }

  MoveList moves() {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return list_moves(*solver_, question_, kMostMoves);
  }

 private:
  static constexpr std::size_t kMostMoves = 100'000;

  Question question_;
  std::mutex mutex_;
  std::unique_ptr<Solver> solver_;
  Seat winner_ = kNobody;
  std::optional<BestPlay> play_;
};

py::list line_of(Solution& solution) {
  py::list line;
  for (const auto& [player, position] : solution.play().turns)
    line.append(py::make_tuple(player, piles_to_python(position.piles)));
  return line;
}

std::string text_of(const Solution& solution) {
  const Question& question = solution.question();
  const std::string winner =
      solution.winner() == kNobody
          ? "nobody wins"
          : fmt::format("P_{} wins, value {}", solution.winner(), solution.value());
  return fmt::format("<{}: {}, {} players, P_{} moves first>", winner, question.ruleset->name(),
                     question.matrix.players(), question.first);
}

struct PythonMove {
  py::tuple piles;
  py::object winner;
  py::object value;
  bool best;
};

std::vector<PythonMove> moves_of(Solution& solution) {
  const Question& question = solution.question();
  const MoveList list = solution.moves();
  std::vector<PythonMove> moves;
  for (const Move& move : list.moves)
    moves.push_back(
        {piles_to_python(move.position.piles), seat_to_python(move.winner),
         value_to_python(value_of(move.winner, question.first, question.matrix.players())),
         move.is_best});
  return moves;
}

struct PythonPileRole {
  std::size_t pile;
  std::vector<Seat> winners;
  bool matters;
};

std::vector<PythonPileRole> roles_of(const Question& question) {
  if (!question.ruleset->has_size_machine())
    throw Error(ErrorKind::input, fmt::format("roles in {}; expected last-nim or small-nim",
                                              question.ruleset->name()));
  std::vector<PythonPileRole> roles;
  for (const PileRole& role : pile_roles(question)) {
    roles.push_back({role.pile, {}, role.matters});
    for (Seat i = 0; i < question.matrix.players(); ++i)
      roles.back().winners.push_back(role.winners[i]);
  }
  return roles;
}

struct PythonTree {
  Question question;
  GameTree tree;
};

std::string picture_of(const PythonTree& tree) {
  return svg_of_dot(dot_of(tree.question, tree.tree));
}

py::array array_of(std::unique_ptr<ValueArray> values) {
  std::vector<py::ssize_t> shape(values->extents().begin(), values->extents().end());
  std::vector<py::ssize_t> strides(values->strides().begin(), values->strides().end());
  const std::uint8_t* data = values->data();
  py::capsule owner(values.release(), [](void* array) { delete static_cast<ValueArray*>(array); });
  py::array_t<std::uint8_t> array(shape, strides, data, owner);
  return array;
}

py::array table(const std::string& game, const py::object& matrix, const py::object& max,
                std::optional<int> players, std::int64_t passes) {
  const auto ruleset = ruleset_from(game);
  const AllianceMatrix alliances = matrix_from(matrix, players);
  const std::vector<Counters> bounds = piles_from(max, "max");
  const Counters most_passes = passes_from(passes);
  std::unique_ptr<ValueArray> values;
  Reports none;
  run_interruptibly(
      [&](const std::atomic<bool>& stop) {
        values = std::make_unique<ValueArray>(*ruleset, alliances, bounds, most_passes,
                                              default_memory_limit(), [&] { return stop.load(); });
      },
      none);
  return array_of(std::move(values));
}

Counters grundy_value(const std::string& game, const py::object& piles, std::int64_t passes) {
  const auto ruleset = ruleset_from(game);
  const Position start = ruleset->start(piles_from(piles), passes_from(passes));
  const py::gil_scoped_release release;
  return grundy_of_start(*ruleset, start);
}

void add_solution(py::module_& module) {
  py::class_<Solution>(module, "Solution", "A solved position.")
      .def_property_readonly(
          "winner", [](const Solution& solution) { return seat_to_python(solution.winner()); },
          "The winner's seat; None if play never ends.")
      .def_property_readonly(
          "value", [](const Solution& solution) { return value_to_python(solution.value()); },
          "How many seats after the first player the winner sits.")
      .def_property_readonly(
          "game", [](const Solution& solution) { return solution.question().ruleset->name(); })
      .def_property_readonly("matrix",
                             [](const Solution& solution) { return solution.question().matrix; })
      .def_property_readonly(
          "piles",
          [](const Solution& solution) { return piles_to_python(solution.question().start.piles); })
      .def_property_readonly("first",
                             [](const Solution& solution) { return solution.question().first; })
      .def_property_readonly(
          "passes", [](const Solution& solution) { return solution.question().start.passes; })
      .def_property_readonly("line", &line_of,
                             "One best play: (player to move, piles) for each position.")
      .def_property_readonly("options", &moves_of, "Every move with the winner that it leads to.")
      .def_property_readonly(
          "roles", [](const Solution& solution) { return roles_of(solution.question()); },
          "Last Nim and Small Nim: which piles matter.")
      .def("__int__",
           [](const Solution& solution) {
             if (solution.winner() == kNobody)
               throw Error(ErrorKind::input, "nobody wins, so there is no value");
             return solution.value();
           })
      .def("__repr__", &text_of);

  py::class_<PythonMove>(module, "Move", "A move, and what it leads to.")
      .def_readonly("piles", &PythonMove::piles, "The piles after it.")
      .def_readonly("winner", &PythonMove::winner, "Who wins then; None if play never ends.")
      .def_readonly("value", &PythonMove::value, "The winner, counted from the player who moves.")
      .def_readonly("best", &PythonMove::best, "Does it get the player their best winner?")
      .def("__repr__", [](const PythonMove& move) {
        return fmt::format("<to {}: {}{}>", py::repr(move.piles).cast<std::string>(),
                           move.winner.is_none()
                               ? "nobody wins"
                               : fmt::format("P_{} wins", move.winner.cast<int>()),
                           move.best ? ", best" : "");
      });

  py::class_<PythonPileRole>(module, "PileRole", "Why a position has its winner: one of its piles.")
      .def_readonly("pile", &PythonPileRole::pile, "Its place, from 0.")
      .def_readonly("winners", &PythonPileRole::winners,
                    "Who wins with the piles up to this one only, by who moves first.")
      .def_readonly("matters", &PythonPileRole::matters, "Would another size change the winner?")
      .def("__repr__", [](const PythonPileRole& role) {
        return fmt::format("<pile {} {}>", role.pile, role.matters ? "matters" : "does not matter");
      });
}

void add_tree(py::module_& module) {
  py::class_<PythonTree>(module, "Tree", "All plays from a position.")
      .def("__len__", [](const PythonTree& tree) { return tree.tree.nodes.size(); })
      .def_property_readonly("plays", [](const PythonTree& tree) { return tree.tree.plays; })
      .def_property_readonly("winner",
                             [](const PythonTree& tree) {
                               return seat_to_python(tree.tree.nodes.front().outcome.winner);
                             })
      .def_property_readonly(
          "nodes",
          [](const PythonTree& tree) {
            py::list nodes;
            for (const TreeNode& node : tree.tree.nodes) {
              py::dict entry;
              entry["player"] = node.player;
              entry["piles"] = piles_to_python(node.position.piles);
              entry["parent"] = node.parent == TreeNode::kNoParent
                                    ? py::object(py::none())
                                    : py::object(py::int_(node.parent));
              entry["winner"] = seat_to_python(node.outcome.winner);
              entry["best"] = node.is_best;
              entry["line"] = node.on_line;
              nodes.append(entry);
            }
            return nodes;
          },
          "Every node as a dict, breadth first: player, piles, parent, winner, best, line.")
      .def(
          "to_dot", [](const PythonTree& tree) { return dot_of(tree.question, tree.tree); },
          "In the language of Graphviz.")
      .def("to_svg", &picture_of, "Drawn by Graphviz.")
      .def("_repr_svg_",
           [](const PythonTree& tree) {
             return picture_for_notebook([&] { return picture_of(tree); });
           })
      .def("__repr__", [](const PythonTree& tree) {
        return fmt::format("<{} nodes, {} plays>", tree.tree.nodes.size(), tree.tree.plays);
      });
}

}  // namespace

void add_positions(py::module_& module) {
  add_solution(module);
  add_tree(module);

  module.def(
      "solve",
      [](const std::string& game, const py::object& matrix, const py::object& piles,
         std::int64_t first, std::optional<int> players, std::int64_t passes) {
        return std::make_unique<Solution>(
            question_from(game, matrix, piles, first, players, passes));
      },
      py::arg("game"), py::arg("matrix"), py::arg("piles"), py::arg("first") = 0, py::kw_only(),
      py::arg("players") = py::none(), py::arg("passes") = 0,
      "Who wins a position.\n\n"
      ">>> solve('last-nim', '0 2 1 / 0 1 2 / 0 2 1', (1, 2, 2)).winner\n2\n"
      ">>> solve('nim', 'ssam:1', (10**18, 5), players=3).value\n2\n");

  module.def(
      "moves",
      [](const std::string& game, const py::object& matrix, const py::object& piles,
         std::int64_t first, std::optional<int> players, std::int64_t passes) {
        Solution solution(question_from(game, matrix, piles, first, players, passes));
        return moves_of(solution);
      },
      py::arg("game"), py::arg("matrix"), py::arg("piles"), py::arg("first") = 0, py::kw_only(),
      py::arg("players") = py::none(), py::arg("passes") = 0,
      "Every move from a position, with the winner that it leads to; where there are too many, one "
      "for each winner.\n\n"
      ">>> [move.piles for move in moves('last-nim', 'sam', (1, 2), players=3) if move.best]\n"
      "[(1, 1)]\n");

  module.def(
      "tree",
      [](const std::string& game, const py::object& matrix, const py::object& piles,
         std::int64_t first, std::optional<int> players, std::int64_t passes,
         std::size_t max_nodes) {
        PythonTree tree{question_from(game, matrix, piles, first, players, passes), {}};
        const Question& question = tree.question;
        const py::gil_scoped_release release;
        tree.tree = build_tree(*question.ruleset, question.matrix, question.start, question.first,
                               max_nodes);
        return tree;
      },
      py::arg("game"), py::arg("matrix"), py::arg("piles"), py::arg("first") = 0, py::kw_only(),
      py::arg("players") = py::none(), py::arg("passes") = 0,
      py::arg("max_nodes") = GameTree::kDefaultMaxNodes,
      "The tree of all plays from a position; drawn in notebooks.\n\n"
      ">>> tree('last-nim', 'sam', (1, 2), players=3)\n<6 nodes, 2 plays>\n");

  module.def("grundy", &grundy_value, py::arg("game"), py::arg("piles"), py::kw_only(),
             py::arg("passes") = 0,
             "The Grundy value of a position.\n\n>>> grundy('nim', (3, 5))\n6\n");

  module.def("table", &table, py::arg("game"), py::arg("matrix"), py::arg("max"), py::kw_only(),
             py::arg("players") = py::none(), py::arg("passes") = 0,
             "The values of all positions up to these pile sizes: an array [first, x_1, .., x_N].\n"
             "255 means that nobody wins.\n\n"
             ">>> table('nim', 'ssam:1', (3, 3), players=3)[0]\n"
             "array([[0, 1, 1, 1],\n       [1, 2, 2, 2],\n       [1, 2, 2, 2],\n"
             "       [1, 2, 2, 2]], dtype=uint8)\n");
}

}  // namespace nimsweep::python
