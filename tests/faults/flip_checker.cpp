// Flips every single bit of a file, and cuts the file to every size, in one process: what do the
// library's checks say?
//
//     flip_checker FILE FROM TO
//
// Case k flips bit k, or cuts the file to k - 8 * size bytes if there is no such bit. Prints the
// number of each case in which the file passes as whole, one per line. FILE is modified, and
// restored at the end.
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "nimsweep/base/error.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/table_file.hpp"

namespace {

using nimsweep::Error;
using nimsweep::ErrorKind;
using nimsweep::HuntFile;
using nimsweep::TableReader;

std::uint64_t number(std::string_view text) {
  std::uint64_t found = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), found).ec != std::errc())
    throw Error(ErrorKind::input, "expected FILE FROM TO");
  return found;
}

// A file that is neither a table nor a hunt file is damaged, too.
bool is_whole(const std::string& path) {
  try {
    if (HuntFile::is_one(path)) {
      HuntFile::check(path);
    } else {
      const TableReader table(path);
      const bool is_shard = table.units() != nimsweep::UnitRange{0, table.header().units};
      if (!is_shard) table.check_descriptions();
      table.check_bytes();
    }
    return true;
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::damage && problem.kind() != ErrorKind::input) throw;
    return false;
  }
}

void write(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw Error(ErrorKind::io, "cannot write " + path);
}

void check_flips(const std::string& path, std::uint64_t from, std::uint64_t to) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const std::uint64_t bits = 8 * bytes.size();
  if (!is_whole(path)) throw Error(ErrorKind::input, path + " is damaged to begin with");
  for (std::uint64_t k = from; k < to; ++k) {
    if (k < bits) {
      const auto mask = static_cast<char>(1 << k % 8);
      bytes[k / 8] ^= mask;
      write(path, bytes);
      bytes[k / 8] ^= mask;
    } else {
      write(path, std::string_view(bytes).substr(0, k - bits));
    }
    if (is_whole(path)) std::printf("%llu\n", static_cast<unsigned long long>(k));
  }
  write(path, bytes);
  if (!is_whole(path)) throw Error(ErrorKind::damage, path + " is damaged at the end");
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 4) throw Error(ErrorKind::input, "expected FILE FROM TO");
    check_flips(argv[1], number(argv[2]), number(argv[3]));
    return EXIT_SUCCESS;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "flip_checker: %s\n", problem.what());
    return EXIT_FAILURE;
  }
}
