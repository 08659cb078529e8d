#include "claims/row_program.hpp"

#include <algorithm>

namespace nimsweep::claims_detail {

namespace {

using Operation = RowProgram::Operation;
using Operand = RowProgram::Operand;
using Instruction = RowProgram::Instruction;

// A scalar where a row is expected: the same number at every place.
struct Everywhere {
  std::int32_t value;
  std::int32_t operator[](std::size_t) const { return value; }
};

// Runs one instruction over a row.
class Runner {
 public:
  Runner(std::span<const std::int32_t* const> inputs, std::int32_t* results,
         std::span<const std::int32_t> scalars, std::size_t count)
      : inputs_(inputs), results_(results), scalars_(scalars), count_(count) {}

  const std::int32_t* lanes(std::uint32_t number) const {
    return number < inputs_.size() ? inputs_[number]
                                   : results_ + (number - inputs_.size()) * RowProgram::kMostLanes;
  }

  void run(const Instruction& instruction) const {
    std::int32_t* const out =
        results_ + (instruction.target.number - inputs_.size()) * RowProgram::kMostLanes;
    with(instruction.a,
         [&](auto a) { with(instruction.b, [&](auto b) { run_with(instruction, a, b, out); }); });
  }

 private:
  template <class Use>
  void with(Operand operand, Use use) const {
    if (operand.varies)
      use(lanes(operand.number));
    else
      use(Everywhere{scalars_[operand.number]});
  }

  template <class A, class B>
  void run_with(const Instruction& instruction, A a, B b, std::int32_t* out) const {
    if (instruction.operation != Operation::choose) return apply(instruction.operation, a, b, out);
    with(instruction.c, [&](auto c) {
      for (std::size_t k = 0; k < count_; ++k) {
        const std::int32_t mask = -c[k];  // all bits, or none
        out[k] = (a[k] & mask) | (b[k] & ~mask);
      }
    });
  }

 public:
  template <class A, class B>
  void apply(Operation operation, A a, B b, std::int32_t* out) const {
    const auto each = [&](auto combine) {
      for (std::size_t k = 0; k < count_; ++k) out[k] = combine(a[k], b[k]);
    };
    using Int = std::int32_t;
    switch (operation) {
      case Operation::add:
        return each([](Int x, Int y) { return x + y; });
      case Operation::subtract:
        return each([](Int x, Int y) { return x - y; });
      case Operation::multiply:
        return each([](Int x, Int y) { return x * y; });
      case Operation::smaller:
        return each([](Int x, Int y) { return std::min(x, y); });
      case Operation::larger:
        return each([](Int x, Int y) { return std::max(x, y); });
      case Operation::exclusive_or:
        return each([](Int x, Int y) { return x ^ y; });
      case Operation::divide:
      case Operation::modulo:
        return divide(operation == Operation::modulo, a, b[0], out);
      case Operation::equal:
        return each([](Int x, Int y) { return Int{x == y}; });
      case Operation::less:
        return each([](Int x, Int y) { return Int{x < y}; });
      case Operation::less_equal:
        return each([](Int x, Int y) { return Int{x <= y}; });
      case Operation::both:
        return each([](Int x, Int y) { return x & y; });
      case Operation::either:
        return each([](Int x, Int y) { return x | y; });
      case Operation::opposite:
        return each([](Int x, Int) { return x ^ 1; });
      case Operation::choose:
        return;
    }
  }

 private:
  // By a product in floating point, which may be off by one.
  template <class A>
  void divide(bool wants_rest, A a, std::int32_t divisor, std::int32_t* out) const {
    const double inverse = 1.0 / divisor;
    for (std::size_t k = 0; k < count_; ++k) {
      const std::int32_t number = a[k];
      std::int32_t quotient = static_cast<std::int32_t>(number * inverse);
      std::int32_t rest = number - quotient * divisor;
      const std::int32_t below = rest < 0 ? 1 : 0;
      quotient -= below;
      rest += below * divisor;
      const std::int32_t above = rest >= divisor ? 1 : 0;
      quotient += above;
      rest -= above * divisor;
      out[k] = wants_rest ? rest : quotient;
    }
  }

  std::span<const std::int32_t* const> inputs_;
  std::int32_t* results_;
  std::span<const std::int32_t> scalars_;
  std::size_t count_;
};

}  // namespace

std::size_t RowProgram::disagreements(std::span<const Counters> fixed,
                                      std::span<const std::int32_t* const> varying,
                                      std::span<const std::uint8_t> found, Workspace& workspace,
                                      std::span<std::uint8_t> out) const {
  const std::size_t count = found.size();
  workspace.scalars = scalars_;
  for (std::size_t j = 0; j < fixed_; ++j)
    workspace.scalars[j] = static_cast<std::int32_t>(fixed[j]);
  workspace.lanes.resize((registers_ - varying_) * kMostLanes);
  std::int32_t* const found_lanes = workspace.lanes.data();
  for (std::size_t k = 0; k < count; ++k) found_lanes[k] = found[k];
  workspace.inputs.assign(varying.begin(), varying.end());
  workspace.inputs.push_back(found_lanes);
  const Runner rows(workspace.inputs, found_lanes + kMostLanes, workspace.scalars, count);
  const Runner scalars({}, nullptr, workspace.scalars, 1);
  for (const Instruction& instruction : instructions_) {
    if (instruction.target.varies) {
      rows.run(instruction);
      continue;
    }
    std::int32_t& target = workspace.scalars[instruction.target.number];
    const std::int32_t a = workspace.scalars[instruction.a.number];
    const std::int32_t b = workspace.scalars[instruction.b.number];
    if (instruction.operation == Operation::choose)
      target = workspace.scalars[instruction.c.number] != 0 ? a : b;
    else
      scalars.apply(instruction.operation, Everywhere{a}, Everywhere{b}, &target);
  }
  if (!agrees_.varies) {
    const bool agrees = workspace.scalars[agrees_.number] != 0;
    std::ranges::fill(out.first(count), agrees ? 0 : 1);
    return agrees ? 0 : count;
  }
  const std::int32_t* const agrees = rows.lanes(agrees_.number);
  std::size_t disagree = 0;
  for (std::size_t k = 0; k < count; ++k) {
    out[k] = static_cast<std::uint8_t>(agrees[k] ^ 1);
    disagree += out[k];
  }
  return disagree;
}

}  // namespace nimsweep::claims_detail
