// What mining found, as a text and back.
#include <type_traits>
#include <utility>

#include "nimsweep/base/fields.hpp"
#include "nimsweep/hunt/mine.hpp"

namespace nimsweep {

namespace {

class Writer {
 public:
  void write(const MineResult& result) {
    write(result.recurrences);
    fields_.text(result.no_recurrence);
    write(result.claims);
    fields_.number(result.uncovered.size());
    for (const Uncovered& uncovered : result.uncovered) {
      write(uncovered.parameters);
      fields_.text(uncovered.reason);
      fields_.number(uncovered.states ? *uncovered.states + 1 : 0);
      fields_.text(uncovered.matrix);
    }
  }

  std::string take() && { return std::move(fields_).take(); }

 private:
  template <class Item>
  void write(const std::vector<Item>& items) {
    fields_.number(items.size());
    for (const Item& item : items) write(item);
  }

  void write(int number) { fields_.number(static_cast<std::uint64_t>(number)); }

  void write(std::optional<int> number) {
    fields_.number(number ? 1 : 0);
    write(number.value_or(0));
  }

  void write(const Parameters& point) {
    write(point.n);
    write(point.N);
    write(point.r);
    write(point.k);
  }

  void write(const ClaimText::Case& one) {
    fields_.text(one.when);
    fields_.text(one.value);
    fields_.number(static_cast<std::uint64_t>(one.kind));
  }

  void write(const MinedClaim& claim) {
    const ClaimText& text = claim.text;
    for (const std::string* part :
         {&text.name, &text.source, &text.game, &text.matrix, &text.given, &claim.conjecture})
      fields_.text(*part);
    fields_.number(text.recurrence ? 1 : 0);
    if (text.recurrence) {
      fields_.text(text.recurrence->start);
      write(text.recurrence->each);
      write(text.recurrence->range);
    }
    write(text.cases);
    write(claim.fitted);
    write(claim.checked);
    fields_.number(claim.is_for_all_players ? 1 : 0);
  }

  FieldWriter fields_;
};

class Reader {
 public:
  explicit Reader(std::string_view text) : fields_(text) {}

  MineResult read() {
    MineResult result;
    result.recurrences = list([&] { return claim(); });
    result.no_recurrence = fields_.text();
    result.claims = list([&] { return claim(); });
    result.uncovered = list([&] {
      return Uncovered{.parameters = point(),
                       .reason = std::string(fields_.text()),
                       .states = states(),
                       .matrix = std::string(fields_.text())};
    });
    fields_.check_end();
    return result;
  }

 private:
  template <class Read>
  std::vector<std::invoke_result_t<Read>> list(Read read) {
    std::vector<std::invoke_result_t<Read>> items;
    for (std::uint64_t left = fields_.number(); left > 0; --left) items.push_back(read());
    return items;
  }

  int number() { return static_cast<int>(fields_.number()); }
  bool flag() { return fields_.number() != 0; }

  std::optional<int> optional_number() {
    const bool is_there = flag();
    const int found = number();
    return is_there ? std::optional(found) : std::nullopt;
  }

  std::optional<std::size_t> states() {
    const std::uint64_t number = fields_.number();
    return number > 0 ? std::optional<std::size_t>(number - 1) : std::nullopt;
  }

  // Members of a braced list are evaluated in order.
  Parameters point() {
    return {.n = number(), .N = number(), .r = optional_number(), .k = optional_number()};
  }

  ClaimText::Case one_case() {
    return {.when = std::string(fields_.text()),
            .value = std::string(fields_.text()),
            .kind = fields_.up_to(CaseKind::winner)};
  }

  std::vector<ClaimText::Case> cases() {
    return list([&] { return one_case(); });
  }

  MinedClaim claim() {
    MinedClaim claim;
    ClaimText& text = claim.text;
    for (std::string* part :
         {&text.name, &text.source, &text.game, &text.matrix, &text.given, &claim.conjecture})
      *part = fields_.text();
    if (flag())
      text.recurrence = ClaimText::Recurrence{
          .start = std::string(fields_.text()), .each = cases(), .range = optional_number()};
    text.cases = cases();
    claim.fitted = list([&] { return point(); });
    claim.checked = list([&] { return point(); });
    claim.is_for_all_players = flag();
    return claim;
  }

  FieldReader fields_;
};

}  // namespace

std::string MineResult::to_text() const {
  Writer writer;
  writer.write(*this);
  return std::move(writer).take();
}

MineResult MineResult::from_text(std::string_view text) {
  return Reader(text).read();
}

}  // namespace nimsweep
