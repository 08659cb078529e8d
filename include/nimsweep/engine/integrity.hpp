// Checks that a file is what was written, and that its values are right.
#pragma once

#include <cstdint>
#include <string>

#include "nimsweep/base/function_ref.hpp"

namespace nimsweep {

// Chunks checked so far.
using IntegrityCallback = FunctionRef<void(std::uint64_t done, std::uint64_t total)>;

// Reads every byte of a table, of a virtual table's shards, or of hunt results, and recomputes a
// sample of the values. Throws Error(damage) if anything is wrong or the file is none of these,
// Error(input) if it is not a regular file, Error(io) if it cannot be read.
void check_integrity(const std::string& path, IntegrityCallback callback);

}  // namespace nimsweep
