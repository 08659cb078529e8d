#include "nimsweep/report/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/sha256.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/records/records.hpp"
#include "page_parts.inc"
#include "report/digit_machines.hpp"
#include "report/play.hpp"
#include "report/table_data.hpp"

namespace nimsweep {

using namespace report_detail;

namespace {

constexpr std::size_t kLongestJob = 64'000;
constexpr std::size_t kMostPlays = 100;    // in a section
constexpr std::size_t kMostMachines = 24;  // likewise

// A page's numbers are doubles: larger ones, which are sizes of piles, are decimal digits there.
void keep_digits(Json& json) {
  constexpr std::uint64_t kLargest = std::uint64_t{1} << 53U;
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > kLargest)
    json = to_decimal(json.get<std::uint64_t>());
  else if (json.is_structured())
    for (Json& part : json) keep_digits(part);
}

// Appends to a list as long as its bytes last.
class Allowance {
 public:
  explicit Allowance(std::size_t bytes) : left_(bytes) {}

  bool append(Json& list, Json element) {
    const std::size_t size = dumped(element).size() + 1;
    if (size > left_) return false;
    left_ -= size;
    list.push_back(std::move(element));
    return true;
  }

 private:
  std::size_t left_;
};

// A record of a verdict, with the play that shows its smallest counterexample.
Json verdict_json(Json record, bool with_play) {
  const auto examples = record.find("counterexamples");
  if (with_play && examples != record.end() && !examples->empty())
    record["play"] = play_json(record, examples->front());
  keep_digits(record);
  return record;
}

void check_stop(const std::atomic<bool>& stop) {
  if (stop) throw Error(ErrorKind::interrupted, "interrupted; no report was written");
}

Json verdicts_json(const VerdictList& verdicts, std::size_t bytes, const std::atomic<bool>& stop,
                   std::vector<std::string>& left_out) {
  Json counts = Json::array();
  for (const auto& [claim, count] : verdicts.by_claim())
    counts.push_back({{"claim", claim},
                      {"hold", to_decimal(count.hold)},
                      {"fail", to_decimal(count.fail)},
                      {"unchecked", to_decimal(count.unchecked)}});
  Json list = Json::array();
  Allowance allowance(bytes);
  for (const Json& verdict : verdicts.failing()) {
    check_stop(stop);
    if (!allowance.append(list, verdict_json(verdict, list.size() < kMostPlays))) break;
  }
  for (const Json& verdict : verdicts.others())
    if (!allowance.append(list, verdict_json(verdict, false))) break;
  if (list.size() < verdicts.size())
    left_out.push_back(
        fmt::format("{} of {} verdicts are listed, those that fail first; all are counted",
                    to_grouped_decimal(list.size()), to_grouped_decimal(verdicts.size())));
  return {{"counts", std::move(counts)}, {"list", std::move(list)}};
}

// A record of a row, with the play that shows who wins.
Json row_json(Json record, bool with_play) {
  if (with_play && !record["agrees"].get<bool>() && record.contains("game"))
    record["play"] = play_json(record, record);
  keep_digits(record);
  return record;
}

Json rows_json(const std::vector<Json>& rows, std::size_t bytes, const std::atomic<bool>& stop,
               std::vector<std::string>& left_out) {
  Json list = Json::array();
  Allowance allowance(bytes);
  bool has_room = true;
  for (const bool agreeing : {false, true})
    for (const Json& row : rows) {
      check_stop(stop);
      if (row["agrees"] == agreeing && has_room)
        has_room = allowance.append(list, row_json(row, list.size() < kMostPlays));
    }
  if (list.size() < rows.size())
    left_out.push_back(
        fmt::format("{} of {} published values are listed, those that do not agree first",
                    to_grouped_decimal(list.size()), to_grouped_decimal(rows.size())));
  return list;
}

// A record of a hunt. The matrix of a hit is left to the page, which knows it by its index.
Json shown_hunt(const StoredHunt& hunt, std::size_t bytes, std::vector<std::string>& left_out) {
  const HuntResult& result = hunt.result;
  Json json = hunt_json(hunt);
  Json kept = Json::array();
  Allowance allowance(bytes);
  for (const Hit& hit : result.kept)
    if (Json record = hit_json(hunt, hit);
        record.erase("matrix"), !allowance.append(kept, std::move(record)))
      break;
  if (kept.size() < result.kept.size())
    left_out.push_back(fmt::format("{}, {} players: {} of {} kept matrices are listed", hunt.name,
                                   hunt.players, to_grouped_decimal(kept.size()),
                                   to_grouped_decimal(result.kept.size())));
  json["kept"] = std::move(kept);
  return json;
}

Json job_json(const std::string& job, std::vector<std::string>& left_out) {
  if (job.size() <= kLongestJob) return job;
  left_out.push_back(fmt::format("the first {} of {} bytes of the job are here",
                                 to_grouped_decimal(kLongestJob), to_grouped_decimal(job.size())));
  return job.substr(0, kLongestJob);
}

Json mined_json(const std::vector<Json>& mined, std::size_t bytes,
                std::vector<std::string>& left_out) {
  Json list = Json::array();
  Allowance allowance(bytes);
  for (const Json& claim : mined)
    if (!allowance.append(list, claim)) break;
  if (list.size() < mined.size())
    left_out.push_back(fmt::format("{} of {} mined claims are listed",
                                   to_grouped_decimal(list.size()),
                                   to_grouped_decimal(mined.size())));
  return list;
}

// The automata of the lines, then those of the claims.
Json machines_json(const Section& section, std::size_t bytes, const std::atomic<bool>& stop,
                   std::vector<std::string>& left_out) {
  const std::size_t given = section.machines.size();
  const std::size_t room = kMostMachines - std::min(given, kMostMachines);
  const auto [found, not_found] = digit_machines_of(section.verdicts, section.machines, room, stop);
  check_stop(stop);
  Json list = Json::array();
  Allowance allowance(bytes);
  for (const std::vector<Json>& machines : {std::cref(section.machines), std::cref(found)})
    for (const Json& machine : machines)
      if (list.size() >= kMostMachines || !allowance.append(list, machine)) break;
  if (const std::size_t all = given + found.size() + not_found; list.size() < all)
    left_out.push_back(fmt::format("{} of {} automata are shown", to_grouped_decimal(list.size()),
                                   to_grouped_decimal(all)));
  return list;
}

// A section in about this many bytes: each part may take half of what is left, the table the rest.
Json section_json(const Section& section, std::size_t bytes, const std::atomic<bool>& stop,
                  std::vector<std::string>& left_out) {
  Json json = {{"title", section.title},   {"source", section.source},
               {"kind", section.kind},     {"job", job_json(section.job, left_out)},
               {"claims", section.claims}, {"mining", section.mining},
               {"tables", section.tables}, {"remarks", section.remarks}};
  const auto left = [&] { return bytes - std::min(bytes, dumped(json).size()); };
  json["verdicts"] = verdicts_json(section.verdicts, left() / 2, stop, left_out);
  json["rows"] = rows_json(section.rows, left() / 2, stop, left_out);
  json["mined"] = mined_json(section.mined, left() / 2, left_out);
  json["machines"] = machines_json(section, left() / 2, stop, left_out);
  if (section.hunts_header)
    json["hunts_made"] = {{"created", section.hunts_header->created},
                          {"version", section.hunts_header->version}};
  Json hunts = Json::array();
  for (const StoredHunt& hunt : section.hunts)
    hunts.push_back(shown_hunt(hunt, left() / 2 / section.hunts.size(), left_out));
  json["hunts"] = std::move(hunts);
  json["table"] = section.table ? table_json(*section.table, left(), left_out) : Json(nullptr);
  json["left_out"] = left_out;
  return json;
}

// Only "</script" is special in a script element.
std::string script_safe(std::string_view text) {
  return escaped(text, {{'<', "\\u003c"}});
}

std::string base64_of_hex(std::string_view hex) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  unsigned bits = 0;
  int count = 0;
  for (const char digit : hex) {
    bits = bits << 4U | static_cast<unsigned>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    count += 4;
    if (count < 6) continue;
    count -= 6;
    text += kAlphabet[bits >> static_cast<unsigned>(count) & 63U];
  }
  if (count > 0) text += kAlphabet[bits << static_cast<unsigned>(6 - count) & 63U];
  text.append((4 - text.size() % 4) % 4, '=');
  return text;
}

// Nothing is fetched, and only our own style and scripts run.
std::string policy(std::string_view style, std::string_view script) {
  return fmt::format(
      "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; "
      "form-action 'none'",
      base64_of_hex(sha256(style)), base64_of_hex(sha256(script)));
}

// The template with each {{name}} replaced.
std::string filled(std::string_view text,
                   std::initializer_list<std::pair<std::string_view, std::string_view>> parts) {
  std::string page;
  for (;;) {
    const std::size_t open = text.find("{{");
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find("}}", open);
    const std::string_view name = text.substr(open + 2, close - open - 2);
    page += text.substr(0, open);
    for (const auto& [known, content] : parts)
      if (known == name) page += content;
    text.remove_prefix(close + 2);
  }
  page += text;
  return page;
}

}  // namespace

Page make_page(const std::vector<Section>& sections, const ReportOrigin& origin,
               const std::atomic<bool>& stop) {
  std::string script = "\"use strict\";\n";
  for (const std::string_view part : kScripts) script += part;
  const std::size_t fixed = kPageHtml.size() + kStyleCss.size() + script.size();
  const std::size_t share = (Page::kBytes - fixed) / sections.size();
  Page page;
  Json data = {{"version", NIMSWEEP_VERSION},   {"made", origin.made},
               {"processor", origin.processor}, {"cores", origin.cores},
               {"system", origin.system},       {"sections", Json::array()}};
  for (const Section& section : sections) {
    std::vector<std::string> left_out;
    data["sections"].push_back(section_json(section, share, stop, left_out));
    for (const std::string& what : left_out)
      page.left_out.push_back(fmt::format("{}: {}", section.source, what));
  }
  page.html = filled(kPageHtml, {{"policy", policy(kStyleCss, script)},
                                 {"style", kStyleCss},
                                 {"data", script_safe(dumped(data))},
                                 {"script", script}});
  return page;
}

bool begins_like_a_page(std::string_view beginning) {
  return beginning.find("<meta name=\"generator\" content=\"nimsweep report\">") !=
         std::string_view::npos;
}

}  // namespace nimsweep
