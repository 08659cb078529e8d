// Packs numbers and texts into one text and unpacks them: the messages between the processes of a
// run. A number is its digits and a blank, a text its length and its bytes.
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

// Reads fields in the order written. Throws Error(io) for anything else. The returned views refer
// to `fields`, which must outlive them.
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
