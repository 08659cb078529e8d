// A report as one HTML file that contains everything: style, scripts and data. The scripts solve
// Last Nim themselves, so its tables need only their matrices; values of other games are in the
// data. A page has at most about two megabytes, and says what it leaves out.
#pragma once

#include <atomic>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/report/section.hpp"

namespace nimsweep {

// Where and when a report was made.
struct ReportOrigin {
  std::string made;  // "2024-05-17T09:30:00Z"
  std::string processor = {};
  unsigned cores = 0;
  std::string system = {};

  static ReportOrigin here_and_now();
};

struct Page {
  static constexpr std::size_t kBytes = 2'000'000;

  std::string html;
  std::vector<std::string> left_out;  // in words and numbers, each after its source
};

// Solves the positions whose plays it shows. Throws Error(interrupted) if stopped.
Page make_page(const std::vector<Section>& sections, const ReportOrigin& origin,
               const std::atomic<bool>& stop);

// Is a file that begins like this a report?
bool begins_like_a_page(std::string_view beginning);

}  // namespace nimsweep
