#include "nimsweep/base/natural.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kBase = 1'000'000'000'000'000'000;

}  // namespace

Natural::Natural(std::uint64_t number) {
  for (; number > 0; number /= kBase) limbs_.push_back(number % kBase);
}

Natural& Natural::operator+=(const Natural& other) {
  // By index, because `other` may be *this.
  const std::size_t length = other.limbs_.size();
  if (limbs_.size() < length) limbs_.resize(length);
  std::uint64_t carry = 0;
  for (std::size_t k = 0; k < limbs_.size() && (k < length || carry > 0); ++k) {
    const std::uint64_t sum = limbs_[k] + (k < length ? other.limbs_[k] : 0) + carry;
    carry = sum / kBase;
    limbs_[k] = sum % kBase;
  }
  if (carry > 0) limbs_.push_back(carry);
  return *this;
}

Natural& Natural::operator*=(std::uint64_t factor) {
  if (factor == 0) limbs_.clear();
  Uint128 carry = 0;
  for (std::uint64_t& limb : limbs_) {
    carry += Uint128{limb} * factor;
    limb = static_cast<std::uint64_t>(carry % kBase);
    carry /= kBase;
  }
  for (; carry > 0; carry /= kBase) limbs_.push_back(static_cast<std::uint64_t>(carry % kBase));
  return *this;
}

std::strong_ordering operator<=>(const Natural& a, const Natural& b) noexcept {
  if (a.limbs_.size() != b.limbs_.size()) return a.limbs_.size() <=> b.limbs_.size();
  return std::lexicographical_compare_three_way(a.limbs_.rbegin(), a.limbs_.rend(),
                                                b.limbs_.rbegin(), b.limbs_.rend());
}

std::string to_decimal(const Natural& number) {
  if (number.is_zero()) return "0";
  std::string digits = fmt::format("{}", number.limbs_.back());
  for (auto limb = number.limbs_.rbegin() + 1; limb != number.limbs_.rend(); ++limb)
    digits += fmt::format("{:018}", *limb);
  return digits;
}

std::optional<Natural> parse_natural(std::string_view text) {
  if (text.empty()) return std::nullopt;
  Natural number;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number *= 10;
    number += static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

}  // namespace nimsweep
