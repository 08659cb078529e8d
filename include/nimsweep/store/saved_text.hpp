// Results of some units as one text, in a file that notices damage: a line with the SHA-256 of
// everything after it; then, packed, the plan's hash, the units and the text. Hunts save their
// progress so; answers about claims also stay in such a file when they are complete.
#pragma once

#include <optional>
#include <string>

#include "nimsweep/files/output_file.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

struct SavedText {
  std::string plan_sha256;
  UnitRange units;
  std::string text;

  void write(OutputFile& file) const;

  // Nothing if there is no such file. Throws Error(damage) if it is not as it was written,
  // Error(input) if it was never written so, Error(io).
  static std::optional<SavedText> read(const std::string& path, InputFile::Links links);
};

}  // namespace nimsweep
