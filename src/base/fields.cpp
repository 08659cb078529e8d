#include "nimsweep/base/fields.hpp"

#include <fmt/format.h>

#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

}  // namespace

void FieldWriter::number(std::uint64_t number) {
  const fmt::format_int digits(number);
  fields_.append(digits.data(), digits.size()) += ' ';
}

void FieldWriter::numbers(std::span<const std::uint64_t> numbers) {
  number(numbers.size());
  for (const std::uint64_t each : numbers) number(each);
}

void FieldWriter::text(std::string_view text) {
  fields_ += fmt::format("{}:", text.size());
  fields_ += text;
}

void FieldWriter::large(Uint128 number) {
  text(to_decimal(number));
}

void FieldReader::fail() const {
  throw Error(kind_, std::string(failure_));
}

std::uint64_t FieldReader::number_before(char end) {
  std::uint64_t number = 0;
  std::size_t length = 0;
  for (; length < rest_.size() && rest_[length] != end; ++length) {
    const auto digit = static_cast<unsigned>(rest_[length]) - '0';
    if (digit > 9 || number > (kMost - digit) / 10) fail();
    number = 10 * number + digit;
  }
  if (length == 0 || length == rest_.size()) fail();
  rest_.remove_prefix(length + 1);
  return number;
}

std::uint64_t FieldReader::number() {
  return number_before(' ');
}

Uint128 FieldReader::large() {
  const auto number = parse_number(text(), kUint128Max);
  if (!number) fail();
  return *number;
}

std::vector<std::uint64_t> FieldReader::numbers() {
  std::vector<std::uint64_t> numbers;
  for (std::uint64_t left = number(); left > 0; --left) numbers.push_back(number());
  return numbers;
}

std::string_view FieldReader::text() {
  const std::uint64_t length = number_before(':');
  if (length > rest_.size()) fail();
  const auto text = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return text;
}

}  // namespace nimsweep
