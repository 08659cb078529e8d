#include "hunt/point_set.hpp"

#include <algorithm>
#include <bit>

namespace nimsweep::hunt_detail {

bool PointSet::is_empty() const noexcept {
  return std::ranges::all_of(words_, [](std::uint64_t word) { return word == 0; });
}

bool PointSet::is_within(const PointSet& other) const noexcept {
  for (std::size_t k = 0; k < words_.size(); ++k)
    if ((words_[k] & ~other.words_[k]) != 0) return false;
  return true;
}

std::size_t PointSet::size() const noexcept {
  std::size_t size = 0;
  for (const std::uint64_t word : words_) size += static_cast<std::size_t>(std::popcount(word));
  return size;
}

std::optional<std::size_t> PointSet::first(std::size_t from) const noexcept {
  std::uint64_t wanted = ~std::uint64_t{0} << from % 64;
  for (std::size_t k = from / 64; k < words_.size(); ++k) {
    const std::uint64_t word = words_[k] & wanted;
    if (word != 0) return 64 * k + static_cast<std::size_t>(std::countr_zero(word));
    wanted = ~std::uint64_t{0};
  }
  return std::nullopt;
}

PointSet& PointSet::operator&=(const PointSet& other) noexcept {
  for (std::size_t k = 0; k < words_.size(); ++k) words_[k] &= other.words_[k];
  return *this;
}

PointSet& PointSet::operator|=(const PointSet& other) noexcept {
  for (std::size_t k = 0; k < words_.size(); ++k) words_[k] |= other.words_[k];
  return *this;
}

}  // namespace nimsweep::hunt_detail
