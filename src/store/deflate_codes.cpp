#include "store/deflate_codes.hpp"

#include <algorithm>
#include <utility>

#include "store/adler32.hpp"

namespace nimsweep::store_detail {

namespace {

// Lengths of the code of code lengths are written in this order.
constexpr std::array<std::uint8_t, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                 11, 4,  12, 3, 13, 2, 14, 1, 15};

std::size_t used(const Code& code, std::size_t fewest) {
  std::size_t count = code.lengths.size();
  while (count > fewest && code.lengths[count - 1] == 0) --count;
  return count;
}

}  // namespace

std::vector<std::uint8_t> code_lengths(std::span<const std::uint32_t> uses, int longest) {
  std::vector<std::uint32_t> weights(uses.begin(), uses.end());
  for (;;) {
    std::vector<std::uint32_t> used;
    for (std::uint32_t k = 0; k < weights.size(); ++k)
      if (weights[k] > 0) used.push_back(k);
    std::vector<std::uint8_t> lengths(weights.size(), 0);
    if (used.size() < 2) {
      for (const std::uint32_t k : used) lengths[k] = 1;
      return lengths;
    }
    std::ranges::stable_sort(used, {}, [&](std::uint32_t k) { return weights[k]; });
    // Leaves in order of weight, and after them the nodes made of two, which come in that order.
    const std::size_t leaves = used.size();
    std::vector<std::uint64_t> weight;
    weight.reserve(2 * leaves - 1);
    for (const std::uint32_t k : used) weight.push_back(weights[k]);
    std::vector<std::size_t> parent(2 * leaves - 1, 0);
    std::size_t leaf = 0;
    std::size_t node = leaves;
    const auto lightest = [&] {
      const bool takes_leaf =
          leaf < leaves && (node == weight.size() || weight[leaf] <= weight[node]);
      return takes_leaf ? leaf++ : node++;
    };
    while (weight.size() < 2 * leaves - 1) {
      const std::size_t a = lightest();
      const std::size_t b = lightest();
      parent[a] = parent[b] = weight.size();
      weight.push_back(weight[a] + weight[b]);
    }
    std::vector<int> depth(2 * leaves - 1, 0);
    for (std::size_t k = 2 * leaves - 2; k-- > 0;) depth[k] = depth[parent[k]] + 1;
    if (depth[0] <= longest) {
      for (std::size_t k = 0; k < leaves; ++k)
        lengths[used[k]] = static_cast<std::uint8_t>(depth[k]);
      return lengths;
    }
    for (std::uint32_t& w : weights) w = w == 0 ? 0 : w / 4 + 1;
  }
}

Code::Code(std::vector<std::uint8_t> code_lengths) : lengths(std::move(code_lengths)) {
  std::array<std::uint32_t, kLongestCode + 2> next{};
  for (const std::uint8_t length : lengths)
    if (length > 0) ++next[length + 1U];
  for (std::size_t length = 1; length < next.size(); ++length)
    next[length] = (next[length] + next[length - 1]) << 1;
  words.resize(lengths.size());
  for (std::size_t k = 0; k < lengths.size(); ++k) {
    std::uint32_t word = lengths[k] == 0 ? 0 : next[lengths[k]]++;
    for (int bit = 0; bit < lengths[k]; ++bit, word >>= 1)
      words[k] = static_cast<std::uint16_t>(std::uint32_t{words[k]} << 1 | (word & 1));
  }
}

BlockHeader::BlockHeader(const Code& literals, const Code& distances)
    : literals_(used(literals, kEndOfBlock + 1)),
      distances_(used(distances, 1)),
      shown_(kOrder.size()) {
  std::vector<std::uint8_t> all(literals.lengths.begin(),
                                literals.lengths.begin() + static_cast<std::ptrdiff_t>(literals_));
  all.insert(all.end(), distances.lengths.begin(),
             distances.lengths.begin() + static_cast<std::ptrdiff_t>(distances_));
  for (std::size_t k = 0; k < all.size();) {
    std::size_t zeros = 0;
    while (k + zeros < all.size() && all[k + zeros] == 0 && zeros < 138) ++zeros;
    if (zeros < 3) {
      symbols_.push_back({all[k++], 0, 0});
      continue;
    }
    if (zeros < 11)
      symbols_.push_back({17, 3, static_cast<std::uint16_t>(zeros - 3)});
    else
      symbols_.push_back({18, 7, static_cast<std::uint16_t>(zeros - 11)});
    k += zeros;
  }
  std::array<std::uint32_t, 19> uses{};
  for (const Written& written : symbols_) ++uses[written.symbol];
  lengths_ = code_lengths(uses, 7);
  while (shown_ > 4 && lengths_[kOrder[shown_ - 1]] == 0) --shown_;
}

std::uint64_t BlockHeader::bits() const {
  std::uint64_t bits = 3 + 14 + 3 * shown_;
  for (const Written& written : symbols_) bits += lengths_[written.symbol] + written.extra_bits;
  return bits;
}

void BlockHeader::write(BitWriter& out) const {
  out.add(1, 1);  // the last block
  out.add(2, 2);  // with codes of its own
  out.add(literals_ - 257, 5);
  out.add(distances_ - 1, 5);
  out.add(shown_ - 4, 4);
  for (std::size_t k = 0; k < shown_; ++k) out.add(lengths_[kOrder[k]], 3);
  const Code code(lengths_);
  for (const Written& written : symbols_) {
    out.add(code.words[written.symbol], code.lengths[written.symbol]);
    out.add(written.extra, written.extra_bits);
  }
}

void begin_stream(BitWriter& out) {
  out.add(0x0178, 16);  // a window of 32 KiB
}

void end_stream(BitWriter& out, std::span<const std::uint8_t> in) {
  out.to_whole_byte();
  const std::uint32_t checksum = adler32_of(in);
  for (int byte = 3; byte >= 0; --byte) out.add(checksum >> (8 * byte) & 255, 8);
}

}  // namespace nimsweep::store_detail
