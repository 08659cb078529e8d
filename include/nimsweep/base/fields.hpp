// Packs numbers and texts into one text and unpacks them: messages between the processes of a run,
// saved work, the header of a file. A number is its digits and a blank; a text is its length, a
// colon and its bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

class FieldWriter {
 public:
  void number(std::uint64_t number);
  void numbers(std::span<const std::uint64_t> numbers);
  void text(std::string_view text);
  void large(Uint128 number);  // as a text

  std::string take() && { return std::move(fields_); }

 private:
  std::string fields_;
};

// Reads fields in the order written. Throws an error of this kind with this text for anything else.
// The returned views refer to `fields`, which must outlive them, as must the text.
class FieldReader {
 public:
  explicit FieldReader(std::string_view fields, ErrorKind kind = ErrorKind::io,
                       std::string_view failure = "a message from another process is damaged")
      : rest_(fields), kind_(kind), failure_(failure) {}

  std::uint64_t number();
  std::vector<std::uint64_t> numbers();
  std::string_view text();
  Uint128 large();

  // A number that is at most `most`.
  template <class Number>
  Number up_to(Number most) {
    const std::uint64_t found = number();
    if (found > static_cast<std::uint64_t>(most)) fail();
    return static_cast<Number>(found);
  }

  bool is_at_end() const noexcept { return rest_.empty(); }
  void check_end() const {
    if (!is_at_end()) fail();
  }

  [[noreturn]] void fail() const;

 private:
  std::uint64_t number_before(char end);

  std::string_view rest_;
  ErrorKind kind_;
  std::string_view failure_;
};

}  // namespace nimsweep
