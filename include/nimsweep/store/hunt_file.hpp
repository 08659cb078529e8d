// The results of hunts as an HDF5 file, for any reader. A group for each hunt and number of
// players, hunt/<name>/n4:
//
// - attributes players, total, hits, kept, left_out; of hunts for behaviours behaviours and
//   behaviours_up_to_rotation
// - states, letters: uint64 [k, 2]: a number of states (letters), and how many matrices have it
// - hits/index, index_high: uint64 [h], the index and what of it is beyond 64 bits; matrix: uint8
//   [h, n, n]; orbit, states, letters: uint32 [h]; of hunts for behaviours alike: uint64 [h], how
//   many matrices behave so
//
// The file: as a table's, without units and signature; dataset `results`: all of it once more, with
// attribute crc32, which is what is read here.
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
  std::size_t hunt = 0;  // its number in the job's list
  std::string name;
  int players = 0;
  std::uint64_t matrices = 0;
  bool has_behaviours = false;
  bool shows_orbits = false;  // a hit stands for its rotations, too
  HuntResult result;

  // Hits that are not kept: matrices, or behaviours.
  std::uint64_t left_out() const noexcept;
};

struct HuntFile {
  FileHeader header;
  std::vector<StoredHunt> hunts;

  // Sealed, on the disk, and looked at again; what is left is to give it its name. Throws
  // Error(io).
  void write(const std::shared_ptr<OutputFile>& output) const;

  // Throws Error(io), Error(input) if it is not such a file, Error(damage) if it was one.
  static HuntFile read(const std::string& path);

  // Is every byte what was written, and are the groups, which others read, what is read here?
  // Throws as read(), Error(damage) if not.
  static void check(const std::string& path);

  // Is it a file of this kind? No, if it is damaged. Throws Error(io).
  static bool is_one(const std::string& path);
};

}  // namespace nimsweep
