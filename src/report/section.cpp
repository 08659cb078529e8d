#include "nimsweep/report/section.hpp"

#include <utility>

namespace nimsweep {

namespace {

std::string title_of(const FileHeader& header, const std::string& source) {
  return header.title.empty() ? source : header.title;
}

}  // namespace

void VerdictList::add(Json record) {
  ++size_;
  Counts& counts = by_claim_[record["claim"].get<std::string>()];
  const bool is_checked = record["type"] == "verdict";
  const bool fails = is_checked && !record["holds"].get<bool>();
  ++(!is_checked ? counts.unchecked : fails ? counts.fail : counts.hold);
  auto& kept = fails ? failing_ : others_;
  if (kept.size() < kMostKept) kept.push_back(std::move(record));
}

bool Section::is_empty() const noexcept {
  return !table && verdicts.size() == 0 && rows.empty() && hunts.empty() && mined.empty() &&
         mining.empty() && tables.empty() && machines.empty();
}

Section section_of_table(const std::string& source) {
  Section section{.title = {}, .source = source, .kind = "table"};
  section.table.emplace(TableReader::complete(source));
  section.title = title_of(section.table->header(), source);
  section.job = section.table->header().job;
  return section;
}

Section section_of_hunts(const std::string& source) {
  HuntFile file = HuntFile::read(source);
  Section section{.title = title_of(file.header, source),
                  .source = source,
                  .kind = "hunts",
                  .job = file.header.job};
  section.hunts = std::move(file.hunts);
  section.hunts_header = std::move(file.header);
  return section;
}

}  // namespace nimsweep
