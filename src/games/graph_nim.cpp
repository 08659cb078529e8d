// Nim on graphs (Fukuyama; 000): edges carry piles, and a token stands on a vertex. A move chooses
// an edge at the token whose pile is not empty, takes any number of counters from it, and takes the
// token along the edge to its other end. The state is the vertex of the token, at first the first
// vertex that was written. Edges may be parallel, but not loops: the token would not move.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "games/lower.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

struct Edge {
  Counters from = 0;
  Counters to = 0;
};

class GraphNim final : public Ruleset {
 public:
  GraphNim(std::string name, std::vector<Edge> edges)
      : Ruleset(std::move(name)), edges_(std::move(edges)) {}

  void check_piles(std::span<const Counters> piles) const override {
    if (piles.size() != edges_.size())
      throw Error(ErrorKind::input, fmt::format("{} piles; expected {}, one for each edge of {}",
                                                piles.size(), edges_.size(), name()));
  }

  std::vector<Counters> state_bounds(std::span<const Counters>) const override {
    Counters largest = 0;
    for (const Edge& edge : edges_) largest = std::max({largest, edge.from, edge.to});
    return {largest};
  }

 private:
  std::vector<Counters> start_state(std::span<const Counters>) const override {
    return {edges_.front().from};
  }

  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    Counters& token = position.state[0];
    const Counters here = token;
    for (std::size_t j = 0; j < edges_.size(); ++j) {
      const auto& [from, to] = edges_[j];
      if (position.piles[j] == 0 || (from != here && to != here)) continue;
      token = from == here ? to : from;
      if (!visit_lowered(position, {&j, 1}, visit)) return;
      token = here;
    }
  }

  std::vector<Edge> edges_;
};

std::vector<Edge> parse_edges(std::string_view text) {
  constexpr Counters kLargestVertex = 1000;
  std::vector<Edge> edges;
  for (const std::string_view part : split(text, ',')) {
    const auto ends = split(part, '-');
    const auto from = parse_number(ends.front(), kLargestVertex);
    const auto to = parse_number(ends.back(), kLargestVertex);
    if (ends.size() != 2 || !from || !to || *from == *to)
      throw Error(ErrorKind::input,
                  fmt::format("graph-nim with edge {}; expected two different vertices from 0 to "
                              "{}, such as 1-2",
                              in_quotes(part), kLargestVertex));
    edges.push_back({.from = static_cast<Counters>(*from), .to = static_cast<Counters>(*to)});
  }
  return edges;
}

}  // namespace

Game graph_nim_game() {
  return {.name = "graph-nim",
          .argument = "A-B,C-D,..",
          .summary = "take counters from an edge at the token, which moves along it; from A",
          .example_argument = "1-2,2-3,1-3",
          .example_piles = "2,2,2",
          .make = [](std::string_view argument) -> std::unique_ptr<Ruleset> {
            std::vector<Edge> edges = parse_edges(argument);
            std::string name = "graph-nim";
            for (const auto& [from, to] : edges)
              name += fmt::format("{}{}-{}", name.ends_with("nim") ? ":" : ",", from, to);
            return std::make_unique<GraphNim>(std::move(name), std::move(edges));
          }};
}

}  // namespace nimsweep
