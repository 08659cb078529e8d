// A set of points, by number: of cases of a family, or of positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace nimsweep::hunt_detail {

class PointSet {
 public:
  PointSet() = default;
  explicit PointSet(std::size_t points) : words_((points + 63) / 64) {}

  bool contains(std::size_t point) const noexcept {
    return (words_[point / 64] >> (point % 64) & 1) != 0;
  }
  void insert(std::size_t point) noexcept {
    words_[point / 64] |= std::uint64_t{1} << (point % 64);
  }
  void remove(const PointSet& others) noexcept {
    for (std::size_t k = 0; k < words_.size(); ++k) words_[k] &= ~others.words_[k];
  }

  bool is_empty() const noexcept;
  bool is_within(const PointSet& other) const noexcept;

  std::size_t size() const noexcept;
  // The smallest number from this one on.
  std::optional<std::size_t> first(std::size_t from = 0) const noexcept;

  PointSet& operator&=(const PointSet& other) noexcept;
  PointSet& operator|=(const PointSet& other) noexcept;
  friend PointSet operator&(PointSet a, const PointSet& b) noexcept { return a &= b; }

  friend auto operator<=>(const PointSet&, const PointSet&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace nimsweep::hunt_detail
