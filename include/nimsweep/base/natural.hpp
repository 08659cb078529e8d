// An exact natural number of any size: counts of positions outgrow every machine word. It is kept
// in base 10^18, because counts are added, multiplied, and finally printed.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nimsweep {

class Natural {
 public:
  Natural() = default;

  // Implicit on purpose.
  Natural(std::uint64_t number);

  bool is_zero() const noexcept { return limbs_.empty(); }

  Natural& operator+=(const Natural& other);
  Natural& operator*=(std::uint64_t factor);
  friend Natural operator*(Natural a, std::uint64_t factor) { return a *= factor; }

  friend bool operator==(const Natural&, const Natural&) = default;
  friend std::strong_ordering operator<=>(const Natural& a, const Natural& b) noexcept;

  friend std::string to_decimal(const Natural& number);

 private:
  std::vector<std::uint64_t> limbs_;  // least significant first, the last one not 0
};

// Decimal digits: 1234567.
std::string to_decimal(const Natural& number);

// The number that `text` spells, if all of it is a number.
std::optional<Natural> parse_natural(std::string_view text);

}  // namespace nimsweep
