// Mining: closed forms for a family of matrices, learned from the game's values alone.
//
// In Last Nim, and in Small Nim, which is Last Nim with its piles in descending order, first a
// recurrence is looked for, which gives the value for every number of piles: one for the
// whole family, or else one for each matrix. Then lists of cases. For each matrix and number of
// piles, the machine says which piles matter and which of their sizes it tells apart; the value is
// then a small function, and the shortest list of cases that says the same is found. Points (n, N,
// r) whose functions have the same shape differ in numbers only: the piles, the sizes, the values.
// These are fitted with linear forms in n, N and r, values mod n, the shortest first. Where the
// claim that comes out holds is checked, for piles of every size, and the scope is a conjunction of
// linear comparisons that keeps to such points. A claim counts only if it then holds at every other
// point of its scope too, with larger n or N, which had no part in the fit, and some of these have
// larger n.
//
// In other games the values of each n and N are an automaton over binary digits, which is found and
// proved first. Forms are short lists of cases over few conditions on piles: xor(x) == 0,
// x[1] == x[2], digitsum(n) == 0, sum(x) mod 3 == 1. Each is proved equal to the automaton, or to
// the part of it that says where the value is 0, say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

// A case is a matrix with a number of piles.
struct MineTask {
  std::string name;
  std::string matrix = {};  // of the claims: "ssam:1"; empty: any
  std::string given = {};   // what they are about, besides what is found: "(r == 1 or r == 2)"
  bool r_varies = false;    // forms may use r; the matrices are all SSAM^r
  bool is_family = false;   // they are those of `matrix` for all numbers of players, or all SSAM^r
  std::string game = "last-nim";
  int passes = 0;

  // Cases to learn from: each of the matrices with each of these numbers of piles, ascending.
  std::vector<AllianceMatrix> matrices;
  std::vector<int> piles;

  // More players, and other numbers of piles. The cases to check on are those of all matrices with
  // all numbers of piles that are not learned from.
  std::vector<AllianceMatrix> check_matrices;
  std::vector<int> check_piles;

  std::vector<int> all_piles() const;  // ascending
  std::uint64_t fitted_cases() const {
    return std::uint64_t{matrices.size()} * piles.size();
  }                             // to learn from
  std::uint64_t cases() const;  // all
};

// It is proved, for piles of every size, at all points of its scope: where it was `fitted` and
// where it was `checked`. N is kAllPiles at the points of a recurrence. For some families it is
// also proved for every number of players and of piles in its scope; otherwise it is a conjecture
// there.
struct MinedClaim {
  ClaimText text;
  std::vector<Parameters> fitted;
  std::vector<Parameters> checked;
  bool is_for_all_players = false;
  std::string conjecture = {};  // why not
};

// A case that no claim is about, nor a recurrence.
struct Uncovered {
  Parameters parameters;
  std::string reason;
  std::optional<std::size_t> states = {};  // of its automaton over binary digits
  std::string matrix = {};                 // where each matrix is mined by itself
};

struct MineResult {
  std::vector<MinedClaim> recurrences;
  std::string no_recurrence;       // why there is none for some matrix, if so
  std::vector<MinedClaim> claims;  // lists of cases
  std::vector<Uncovered> uncovered;

  // A text to save or to send to another process, and its inverse. Throws Error(io) for any other
  // text.
  std::string to_text() const;
  static MineResult from_text(std::string_view text);
};

// What is learned from: machines that read piles, in Last Nim and Small Nim, or automata over
// binary digits, in all other games.
enum class MineWay : std::uint8_t { piles, digits };
MineWay way_to_mine(const Ruleset& ruleset);

// Called often with how many of how many cases are settled; mining stops if it says no.
using MineProgress = FunctionRef<bool(std::uint64_t settled, std::uint64_t cases)>;

// Nothing if it was stopped.
std::optional<MineResult> mine(const MineTask& task, MineProgress go_on);

}  // namespace nimsweep
