// A hunt: what is looked for in a space of matrices, and what was found. Results of parts of a
// space are merged into that of the whole; neither the parts nor their order make a difference.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/fields.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/digit_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/hunt/property.hpp"
#include "nimsweep/hunt/space_walk.hpp"

namespace nimsweep {

struct Hunt {
  static constexpr std::size_t kDefaultKept = 1000;
  static constexpr std::size_t kMostKept = 100'000;
  static constexpr int kMostPiles = 1000;

  enum class Order : std::uint8_t { index, states, letters };  // of what is kept

  std::string name;
  std::optional<Property> where = std::nullopt;
  std::optional<Claim> satisfies = std::nullopt;  // for every pile size
  std::vector<int> piles_of_claim = {};           // and for these numbers of piles
  Order order = Order::index;                     // by states or letters: the most first
  std::size_t keep = kDefaultKept;                // hits; the rest is only counted
  bool behaviours = false;                        // hits are behaviours, not matrices
  int max_piles = 0;                              // of the positions looked at; 0: any number
  bool lazy = true;
  std::size_t box = 0;  // positions of the largest box to learn from; 0: the usual limit

  // Is one matrix of each behaviour enough to answer?
  bool is_about_behaviour() const noexcept;

  // If a matrix is a hit, are its rotations? If not, pieces must not stand for rotations: the walk
  // must be walk_choices or walk_matrices.
  bool is_same_for_rotations() const noexcept;

  // Throws Error(input) if its form cannot be asked of this many players, in a game whose machines
  // read digits or in another. Whether its claim can shows only when it is tried, by HuntCheck.
  void check_form(int players, bool reads_digits = false) const;
};

// A matrix that was kept. In a hunt for behaviours it is the first of its behaviour.
struct Hit {
  Uint128 index = 0;
  std::uint32_t orbit = 1;   // how many rotations it, or its behaviour, has
  std::uint32_t states = 0;  // of an open matrix, 0
  std::uint32_t letters = 0;
  Uint128 alike = 1;                       // matrices of that behaviour
  std::vector<std::uint64_t> blocks = {};  // of an open matrix: Finding::blocks
  // What `where` asks for, as in Property::facts(); empty if that is not known.
  std::vector<std::uint64_t> facts = {};

  friend bool operator==(const Hit&, const Hit&) = default;
};

// Matrices whose values are, up to rotation, those of one machine that was looked for.
struct AlikeMatrices {
  std::uint32_t rotations = 1;
  std::uint32_t states = 0;
  std::uint32_t letters = 0;
  Uint128 first = 0;  // the smallest index
  Shares matrices = 0;
  std::vector<std::uint64_t> facts = {};  // as those of a hit

  friend bool operator==(const AlikeMatrices&, const AlikeMatrices&) = default;
};

struct HuntResult {
  Shares total = 0;
  Shares hits = 0;  // matrices
  Shares behaviours = 0;
  Shares behaviours_up_to_rotation = 0;
  std::vector<Shares> states;           // matrices by number of states
  std::vector<Shares> letters;          // and by letters
  std::vector<Shares> hit_states = {};  // the same of hits
  std::vector<Shares> hit_letters = {};
  std::vector<Hit> kept;  // after tidy() sorted, and no more than the hunt keeps

  // In games whose machines are looked for.
  Shares open = 0;                              // matrices without one
  std::map<Uint128, AlikeMatrices> alike = {};  // by ValueMachine::Class::key, until finish()

  // Adds what was found elsewhere, and tidies up.
  void merge(const HuntResult& other, const Hunt& hunt);

  // Sorts `kept` and cuts it. Between calls it grows beyond what is kept, to be sorted less often.
  void tidy(const Hunt& hunt);

  // When all is merged: turns `alike` into numbers of behaviours, and keeps some of them.
  void finish(const Hunt& hunt);

  // Packed, and unpacked.
  void write(FieldWriter& fields) const;
  static HuntResult read(FieldReader& fields);

  friend bool operator==(const HuntResult&, const HuntResult&) = default;
};

// A hunt for one number of players.
class HuntCheck {
 public:
  // Tries the claim, if there is one, and explores the matrices that properties name. Throws
  // Error(input) if the hunt cannot be asked of this many players.
  HuntCheck(const Hunt& hunt, int players, WalkedGame game = WalkedGame::last_nim);
  HuntCheck(const Hunt& hunt, int players, const SearchedGame& game);

  // Thread-safe. `has_all`: the walk goes through all matrices. Then one matrix of each orbit is
  // kept, if rotations make no difference.
  void take(const Piece& piece, bool has_all, HuntResult& result) const;

 private:
  bool has_property(const Piece& piece, bool has_equal_rows) const;
  std::vector<std::uint64_t> facts_of(const Piece& piece, bool has_equal_rows) const;
  void try_claims(int passes, PileOrder order);
  void try_claim(int piles, int passes, PileOrder order);
  void try_claim(const DigitGame& game);
  bool needs_values() const noexcept {
    return hunt_.behaviours || hunt_.satisfies || hunt_.order != Hunt::Order::index;
  }
  bool satisfies_claim(const Piece& piece) const;
  std::size_t shift_of_matrix(const Piece& piece) const;
  void keep_matrices(const Piece& piece, bool has_all, std::optional<bool> with_equal_rows,
                     HuntResult& result) const;
  void take_behaviour(const Piece& piece, HuntResult& result) const;
  void take_alike(const Piece& piece, HuntResult& result) const;

  Hunt hunt_;
  int players_;
  bool is_same_for_rotations_;
  bool asks_for_shift_;
  std::optional<PropertyCheck> where_;
  // The claim for one number of piles, for SSAM^0 .. SSAM^(n-1) and last for all other matrices;
  // nothing where it does not apply. All are the same unless the claim asks for r.
  struct ReadyClaim {
    std::vector<std::optional<SymbolicClaim>> by_shift = {};
  };
  std::vector<ReadyClaim> claims_;
  std::vector<std::optional<DigitForm>> digit_claims_;  // likewise, where machines read digits
};

}  // namespace nimsweep
