#include "cli/hunts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/describe.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::size_t kShownHits = 10;  // as text; JSON and files have all that were kept

// "4 to 61, 36.9 on average"
std::string describe_spread(const std::vector<Shares>& histogram) {
  std::size_t least = histogram.size();
  double count = 0;
  double sum = 0;
  for (std::size_t value = 0; value < histogram.size(); ++value) {
    if (histogram[value] == 0) continue;
    least = std::min(least, value);
    count += static_cast<double>(histogram[value]);
    sum += static_cast<double>(histogram[value]) * static_cast<double>(value);
  }
  if (count == 0) return "none";
  return fmt::format("{} to {}, {:.1f} on average", least, histogram.size() - 1, sum / count);
}

// "2: 27, 3: 189"
std::string describe_histogram(const std::vector<Shares>& histogram) {
  std::string text;
  for (std::size_t value = 0; value < histogram.size(); ++value)
    if (histogram[value] != 0)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", value,
                          to_grouped_decimal(histogram[value] / kWholeShare));
  return text;
}

// A cell of a table, or nothing where the table has no such column.
std::string cell(bool is_shown, std::string_view text, int width) {
  return is_shown ? fmt::format(" {:>{}}", text, width) : std::string();
}

std::string describe_hit(const StoredHunt& hunt, const Hit& hit) {
  const bool is_open = hit.states == 0;
  return fmt::format(
      "{:>20} {:>6} {:>7}{} {}  {}{}\n", to_decimal(hit.index), hit.orbit,
      is_open ? "open" : std::to_string(hit.states),
      cell(!hunt.reads_digits(), is_open ? "" : std::to_string(hit.letters), 8),
      hunt.has_behaviours ? fmt::format("{:>14}", to_grouped_decimal(hit.alike)) : "",
      to_text(AllianceMatrix::from_index(hunt.players, hit.index)),
      hit.blocks.empty() ? "" : fmt::format("   blocks {}", fmt::join(hit.blocks, " ")));
}

std::string matrices_text(std::uint64_t count) {
  return fmt::format("{} {}", to_grouped_decimal(count), count == 1 ? "matrix" : "matrices");
}

void print_hits(Output& output, const StoredHunt& hunt) {
  const auto& kept = hunt.result.kept;
  if (kept.empty()) return;
  output.write(fmt::format("\n{:>20} {:>6} {:>7}{} {}  {}\n", "index", "orbit", "states",
                           cell(!hunt.reads_digits(), "letters", 8),
                           hunt.has_behaviours ? fmt::format("{:>14}", "alike") : "", "matrix"));
  for (std::size_t k = 0; k < std::min(kept.size(), kShownHits); ++k)
    output.write(describe_hit(hunt, kept[k]));
  if (kept.size() > kShownHits)
    output.write(
        fmt::format("{:>20} {} more kept\n", "..", to_grouped_decimal(kept.size() - kShownHits)));
  if (hunt.left_out() > 0)
    output.write(fmt::format("{:>20} {} left out\n", "..",
                             hunt.has_behaviours ? counted(hunt.left_out(), "behaviour")
                                                 : matrices_text(hunt.left_out())));
}

// ", 2 piles" if positions have that many, ", up to 2 piles" if they have at most that many; then
// passes, if there are any.
std::string describe_places(const StoredHunt& hunt) {
  std::string text;
  if (hunt.reads_digits()) text = ", " + counted(static_cast<std::uint64_t>(hunt.places), "pile");
  if (hunt.max_piles > 0)
    text = ", up to " + counted(static_cast<std::uint64_t>(hunt.max_piles), "pile");
  if (hunt.passes > 0) text += fmt::format(", {} pass{}", hunt.passes, hunt.passes > 1 ? "es" : "");
  return text;
}

// Hunts of one walk see the same matrices.
bool share_a_walk(const StoredHunt& a, const StoredHunt& b) {
  return a.players == b.players && a.piles() == b.piles() && a.result.total == b.result.total &&
         a.result.open == b.result.open && a.result.states == b.result.states &&
         a.result.letters == b.result.letters;
}

}  // namespace

void HuntPrinter::print_walk(const StoredHunt& hunt) {
  const HuntResult& result = hunt.result;
  const auto told = std::ranges::find_if(
      told_, [&](const StoredHunt* other) { return share_a_walk(*other, hunt); });
  const std::string walked = matrices_text(result.total / kWholeShare);
  if (told != told_.end()) {
    output_.write(fmt::format("walked     {}, as for {}\n", walked, in_quotes((*told)->name)));
    return;
  }
  told_.push_back(&hunt);
  output_.write(fmt::format("walked     {}\n", walked));
  output_.write(fmt::format("  states   {}\n", describe_spread(result.states)));
  if (hunt.is_search())
    output_.write(fmt::format("  open     {}\n", to_grouped_decimal(result.open / kWholeShare)));
  if (!hunt.reads_digits())
    output_.write(fmt::format("  letters  {}\n", describe_histogram(result.letters)));
}

void HuntPrinter::print_text(const StoredHunt& hunt) {
  const HuntResult& result = hunt.result;
  output_.write(fmt::format("{}, {}{} players{}\n", hunt.name,
                            hunt.game == "last-nim" ? "" : hunt.game + ", ", hunt.players,
                            describe_places(hunt)));
  print_walk(hunt);
  output_.write(fmt::format("hits       {}\n", to_grouped_decimal(result.hits / kWholeShare)));
  if (result.hits < result.total && result.hits / kWholeShare > kShownHits)
    output_.write(fmt::format("  states   {}\n", describe_spread(result.hit_states)));
  if (hunt.has_behaviours)
    output_.write(fmt::format("  behaviours {}; {} up to rotation\n",
                              to_grouped_decimal(result.behaviours / kWholeShare),
                              to_grouped_decimal(result.behaviours_up_to_rotation / kWholeShare)));
  print_hits(output_, hunt);
}

void HuntPrinter::print(const StoredHunt& hunt) {
  if (format_ == Format::json)
    write_hunt_record(hunt, output_);
  else
    print_text(hunt);
}

void print_hunts(Output& output, Format format, const JobSpec& job, const HuntingResult& result,
                 double seconds) {
  HuntPrinter printer(output, format);
  bool is_first = true;
  for (const StoredHunt& answer : result.answers) {
    if (format == Format::text && !is_first) output.write("\n");
    is_first = false;
    printer.print(answer);
  }
  if (format != Format::text) return;
  if (!job.result_file.empty())
    output.write(fmt::format("\n{}: {}\n", job.result_file, describe_completion(result.was_there)));
  if (!result.was_there)
    output.write(fmt::format("{}time       {}\n", job.result_file.empty() ? "\n" : "",
                             describe_seconds(seconds)));
}

}  // namespace nimsweep::cli
