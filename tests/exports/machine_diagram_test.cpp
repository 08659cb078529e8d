#include "nimsweep/exports/machine_diagram.hpp"

#include <gtest/gtest.h>

#include "nimsweep/base/error.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"

namespace nimsweep {
namespace {

TEST(MachineDiagram, HasOneOutputOnlyForOneFirstPlayer) {
  const LastNimMachine machine(AllianceMatrix::standard(3), 0);
  const PrefixMachine reachable(machine);
  EXPECT_THROW(walnut_of(diagram_of(machine, reachable)), Error);
  const MooreMachine minimal(reachable, 1);
  EXPECT_EQ(walnut_of(diagram_of(machine, PileOrder::any, minimal, 1)).substr(0, 9), "{1,2}\n\n0 ");
}

TEST(MachineDiagram, HasEveryArrowInTheGraph) {
  const LastNimMachine machine(AllianceMatrix::standard(3), 0);
  const MachineDiagram diagram = diagram_of(machine, PrefixMachine(machine));
  const std::string dot = dot_of(diagram);
  for (std::size_t id = 0; id < diagram.states.size(); ++id)
    for (const std::uint32_t target : diagram.states[id].next)
      EXPECT_NE(dot.find("  s" + std::to_string(id) + " -> s" + std::to_string(target) + " ["),
                std::string::npos);
}

}  // namespace
}  // namespace nimsweep
