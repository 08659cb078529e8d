// The results of hunts as an HDF5 file that any reader can open. Each hunt and number of players
// has a group hunt/<name>/n4, in games whose machines read digits one for each number of piles,
// hunt/<name>/n4_N2; so does a hunt that limits the number of piles:
//
// - attributes players, total, hits, kept, left_out; hunts for behaviours also have behaviours and
//   behaviours_up_to_rotation
// - states, letters: uint64 [k, 2]: a number of states (letters), and how many matrices have it;
//   hit_states, hit_letters: how many hits
// - hits/index, index_high: uint64 [h], the low and high 64 bits of the index; matrix: uint8
//   [h, n, n]; orbit, states, letters: uint32 [h]; hunts for behaviours also have alike: uint64
//   [h], how many matrices share the behaviour
// - hits/facts: uint64 [h, f], the values of what `where` asks for, 0 and 1 of conditions; the
//   group's attribute facts names them, separated by "; ". Hits of which they are not known have 0
// - where machines are looked for: also attribute open; open matrices have 0 states and letters,
//   and hits/blocks: uint64 [h, k] says what is known of them, if there are any
// - where machines read digits: no letters, also attribute piles
//
// The file itself is like a table's, without units and signature. Dataset `results` holds all of it
// once more, with attribute crc32; we read that copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/files/output_file.hpp"
#include "nimsweep/hunt/hunt.hpp"
#include "nimsweep/store/file_header.hpp"

namespace nimsweep {

struct StoredHunt {
  std::size_t hunt = 0;  // its index in the job's list
  std::string name;
  std::string game = "last-nim";  // in files, the header tells it
  int players = 0;
  int places = 0;     // where machines read digits: piles, empty ones included
  int max_piles = 0;  // where they read piles: of the positions looked at; 0: any number
  int passes = 0;     // in files, the header tells them, too
  std::uint64_t matrices = 0;
  bool has_behaviours = false;
  bool shows_orbits = false;            // a hit also stands for its rotations
  std::vector<std::string> facts = {};  // what `where` asks for: Hit::facts
  HuntResult result;

  bool reads_digits() const noexcept { return places > 0; }
  // The number of piles that it is about, exactly or at most; 0: any number.
  int piles() const noexcept { return reads_digits() ? places : max_piles; }
  // Were machines looked for? Then matrices may be open.
  bool is_search() const noexcept { return reads_digits() || passes > 0; }

  // The number of hits not kept: matrices, or behaviours.
  std::uint64_t left_out() const noexcept;
};

struct HuntFile {
  FileHeader header;
  std::vector<StoredHunt> hunts;

  // Writes, seals, syncs and rereads the file; only renaming is left. Throws Error(io).
  void write(const std::shared_ptr<OutputFile>& output) const;

  // Throws Error(io), Error(input) if it is not a hunt file, Error(damage) if it is a damaged one.
  static HuntFile read(const std::string& path);

  // Checks that every byte is as written, and that the groups for other readers agree with what we
  // read. Throws like read(), and Error(damage) on a mismatch.
  static void check(const std::string& path);

  // Is it a hunt file? A damaged one is not. Throws Error(io).
  static bool is_one(const std::string& path);
};

}  // namespace nimsweep
