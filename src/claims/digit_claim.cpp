#include "claims/digit_claim.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace nimsweep::claims_detail {

DigitClaim::State DigitClaim::start() const {
  State state{0};
  for (const Sum& sum : sums_) state.push_back(static_cast<std::int64_t>(sum.form.constant) * 2);
  for (const std::int64_t modulus : powers_) state.push_back(1 % modulus);
  for (const Residue& residue : residues_)
    state.push_back(remainder(static_cast<std::int64_t>(residue.form.constant), residue.modulus));
  return state;
}

// A sum is twice its carry, and one more if any of its digits was not 0.
DigitClaim::State DigitClaim::next(const State& state, DigitLetter letter) const {
  State result = state;
  result[0] |= letter;
  std::vector<std::int64_t> streams;
  std::vector<std::int64_t> digits(sums_.size());  // of sums
  const auto read_streams = [&](std::size_t count) {
    while (streams.size() < count) {
      const Stream& stream = streams_[streams.size()];
      streams.push_back(stream.by_letter.empty() ? digits[stream.left] ^ digits[stream.right]
                                                 : stream.by_letter[letter]);
    }
  };
  const auto total_of = [&](const Form& form) {
    std::int64_t total = 0;
    for (const auto& [stream, factor] : form.terms)
      total += static_cast<std::int64_t>(factor) * streams[stream];
    return total;
  };
  for (std::size_t k = 0; k < sums_.size(); ++k) {
    read_streams(sums_[k].streams);
    std::int64_t& followed = result[place_of_sum(k)];
    const std::int64_t left = (followed >> 1) + total_of(sums_[k].form);
    digits[k] = left & 1;
    followed = (left >> 1) * 2 + ((followed | digits[k]) & 1);
  }
  read_streams(streams_.size());
  for (std::size_t k = 0; k < residues_.size(); ++k) {
    const Residue& residue = residues_[k];
    std::int64_t& followed = result[place_of_residue(k)];
    const std::int64_t more = remainder(total_of(residue.form), residue.modulus);
    followed = (followed + state[place_of_power(residue.power)] * more) % residue.modulus;
  }
  for (std::size_t k = 0; k < powers_.size(); ++k) {
    std::int64_t& power = result[place_of_power(k)];
    power = power * 2 % powers_[k];
  }
  return result;
}

// Evaluates the cases where all digits have been read.
class DigitClaim::Reader {
 public:
  Reader(const DigitClaim& claim, const State& state) : claim_(claim), state_(state) {}

  // Which of its forms a number has.
  std::size_t form(NodeId id) {
    const Node& node = claim_.nodes_[id];
    switch (node.kind) {
      case Kind::fault:
        return stop(node);
      case Kind::form:
        return 0;
      case Kind::counted:
        return count(node);
      case Kind::smallest:
      case Kind::largest:
        return extreme(node);
      case Kind::modulo:
      case Kind::divided: {
        const std::size_t left = form(node.left);
        if (fault_ != Fault::none) return 0;
        const auto rest = static_cast<std::size_t>(
            residue(node.asked[left], node.modulus, claim_.nodes_[node.left].forms[left]));
        return node.kind == Kind::modulo ? rest
                                         : left * static_cast<std::size_t>(node.modulus) + rest;
      }
      default:
        break;
    }
    const std::size_t left = form(node.left);
    if (fault_ != Fault::none) return 0;
    const std::size_t right = form(node.right);
    if (fault_ != Fault::none) return 0;
    const std::size_t lefts = claim_.nodes_[node.left].forms.size();
    if (node.kind == Kind::exclusive_or &&
        (sign(node.asked[left]) < 0 || sign(node.asked[lefts + right]) < 0))
      return stop(node);
    return left * claim_.nodes_[node.right].forms.size() + right;
  }

  bool holds(NodeId id) {
    const Node& node = claim_.nodes_[id];
    switch (node.kind) {
      case Kind::fault:
        return stop(node) != 0;
      case Kind::known:
        return node.holds;
      case Kind::opposite:
        return !holds(node.left);
      case Kind::both:
      case Kind::either: {
        const bool left = holds(node.left);
        if (fault_ != Fault::none || left == (node.kind == Kind::either)) return left;
        return holds(node.right);
      }
      default: {
        const std::size_t left = form(node.left);
        if (fault_ != Fault::none) return false;
        const std::size_t right = form(node.right);
        if (fault_ != Fault::none) return false;
        return compares(node.comparison,
                        sign(node.asked[left * claim_.nodes_[node.right].forms.size() + right]), 0);
      }
    }
  }

  // Of a value mod n.
  std::int64_t residue(const Followed& followed, std::int64_t modulus, const Form& form) const {
    if (!followed.number) return followed.known;
    return state_[claim_.place_of_residue(*followed.number)] /
           static_cast<std::int64_t>(form.divisor) % modulus;
  }

  Fault fault() const { return fault_; }
  std::uint32_t column() const { return column_; }

 private:
  using Kind = Node::Kind;

  std::size_t stop(const Node& node) {
    fault_ = node.fault;
    column_ = node.column;
    return 0;
  }

  int sign(const Followed& followed) const {
    if (!followed.number) return static_cast<int>(followed.known);
    const std::int64_t sum = state_[claim_.place_of_sum(*followed.number)];
    return sum < 0 ? -1 : sum > 0 ? 1 : 0;
  }

  std::size_t count(const Node& node) {
    std::size_t count = 0;
    for (const NodeId condition : node.conditions) {
      const bool does = holds(condition);
      if (fault_ != Fault::none) return 0;
      if (does) ++count;
    }
    return count;
  }

  std::size_t extreme(const Node& node) const {
    const std::size_t piles = node.forms.size();
    std::size_t best = 0;
    for (std::size_t j = 1; j < piles; ++j) {
      // Pairs (a, b) with a < b, in order.
      const std::size_t pair = best * (2 * piles - best - 1) / 2 + (j - best - 1);
      const int compared = sign(node.asked[pair]);  // of x[best] - x[j]
      if (node.kind == Kind::smallest ? compared > 0 : compared < 0) best = j;
    }
    return best;
  }

  const DigitClaim& claim_;
  const State& state_;
  Fault fault_ = Fault::none;
  std::uint32_t column_ = 0;
};

// Beyond the digits read there are only zeros. Once they have gone through all sums, a sum is
// negative, 0, or positive as its number is.
ClaimedValue DigitClaim::value(const State& state) const {
  const auto sums_of = [&](const State& of) {
    return std::span(of).subspan(place_of_sum(0), sums_.size());
  };
  State end = state;
  for (bool is_carried = false; !is_carried;) {
    State further = next(end, 0);
    is_carried = std::ranges::equal(sums_of(further), sums_of(end));
    end = std::move(further);
  }
  std::uint32_t number = 0;
  for (const Case& candidate : cases_) {
    ++number;
    Reader reader(*this, end);
    const auto fault = [&](ClaimFault::Part part) -> ClaimedValue {
      return {.fault = ClaimFault{part, number, reader.fault(), reader.column()}};
    };
    if (candidate.when) {
      const bool holds = reader.holds(*candidate.when);
      if (reader.fault() != Fault::none) return fault(ClaimFault::Part::when);
      if (!holds) continue;
    }
    ClaimedValue claimed{.is_other = candidate.kind == CaseKind::other};
    const int seat = candidate.kind == CaseKind::winner ? first_ : 0;
    for (const Value& value : candidate.values) {
      const std::size_t form = reader.form(value.node);
      if (reader.fault() != Fault::none) return fault(part_of(candidate.kind));
      const std::int64_t rest =
          reader.residue(value.residues[form], parameters_.n, nodes_[value.node].forms[form]);
      claimed.values.insert(reduced(rest - seat, parameters_.n));
    }
    return claimed;
  }
  return {.fault = ClaimFault{}};
}

}  // namespace nimsweep::claims_detail
