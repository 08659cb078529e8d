// Numbers and texts one after the other in one text, and out of it again: what the processes of a
// run send each other. A number is its digits and a blank, a text its length and its bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nimsweep {

class FieldWriter {
 public:
  void number(std::uint64_t number);
  void numbers(std::span<const std::uint64_t> numbers);
  void text(std::string_view text);

  std::string take() && { return std::move(fields_); }

 private:
  std::string fields_;
};

// Reads what was written, in the same order. Throws Error(io) for anything else. The text has to
// outlive what is read.
class FieldReader {
 public:
  explicit FieldReader(std::string_view fields) : rest_(fields) {}

  std::uint64_t number();
  std::vector<std::uint64_t> numbers();
  std::string_view text();

  bool is_at_end() const noexcept { return rest_.empty(); }
  void check_end() const;

 private:
  std::string_view rest_;
};

}  // namespace nimsweep
