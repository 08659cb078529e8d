#include "nimsweep/store/saved_text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"
#include "nimsweep/base/sha256.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kLongest = std::uint64_t{1} << 32;

}  // namespace

void SavedText::write(OutputFile& file) const {
  FieldWriter fields;
  fields.text(plan_sha256);
  fields.number(units.from);
  fields.number(units.to);
  fields.text(text);
  const std::string body = std::move(fields).take();
  file.append(sha256(body) + "\n");
  file.append(body);
}

std::optional<SavedText> SavedText::read(const std::string& path, InputFile::Links links) {
  const auto file = InputFile::if_there(path, links);
  if (!file) return std::nullopt;
  const std::string all = read_file(*file, kLongest);
  const std::size_t end_of_sum = all.find('\n');
  const std::string body = end_of_sum == std::string::npos ? "" : all.substr(end_of_sum + 1);
  if (end_of_sum == std::string::npos || sha256(body) != all.substr(0, end_of_sum))
    throw Error(ErrorKind::damage, fmt::format("{} is damaged", path));
  const std::string foreign = fmt::format("{} does not hold saved results", path);
  FieldReader fields(body, ErrorKind::input, foreign);
  SavedText saved{.plan_sha256 = std::string(fields.text()),
                  .units = {fields.number(), fields.number()},
                  .text = std::string(fields.text())};
  fields.check_end();
  return saved;
}

}  // namespace nimsweep
