// A command as data: its name, its options and how to read them. The parser, the help, the manual
// page and the completions all use its outline. A command first validates its arguments into a
// struct, then runs:
//
//   words -> Arguments (texts by option) -> SolveOptions (validated) -> solve
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/output.hpp"
#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep::cli {

struct KnownValue {
  std::string text;          // ends in a colon if an argument must follow
  std::string summary = {};  // may be empty
};

// The type says what an option takes: FILE and JOB are files, "text|json" is one of two words,
// "NAME,.." is a list.
struct OptionOutline {
  std::vector<std::string> names;  // "-o", "--output"; a positional has one, "job"
  std::string type = {};           // "N"; empty: a flag
  std::string summary = {};
  std::string default_value = {};  // empty: none
  bool is_required = false;
  bool repeats = false;                    // takes several arguments
  bool recurs = false;                     // may be written several times, with one argument each
  std::vector<std::string> excludes = {};  // options that it cannot be combined with
  std::vector<KnownValue> values = {};     // for the completions; may be empty

  bool is_positional() const { return !names.front().starts_with('-'); }
  bool is_flag() const { return type.empty(); }
  bool takes_file() const { return type.starts_with("FILE") || type == "JOB"; }
  bool takes_list() const { return type.ends_with(",.."); }
};

using OptionOutlines = std::vector<OptionOutline>;

OptionOutline flag(std::string name, std::string summary);
OptionOutline option(std::string name, std::string type, std::string summary,
                     std::string default_value = {});
OptionOutline required_option(std::string name, std::string type, std::string summary);
OptionOutline argument(std::string name, std::string type, std::string summary);  // a positional

struct CommandOutline {
  std::string name;
  std::string summary;
  OptionOutlines options;
  std::string footer;
};

// The user's arguments by option name (the last of its names).
class Arguments {
 public:
  Arguments() = default;
  Arguments(const OptionOutlines& options, std::map<std::string, std::vector<std::string>> written,
            std::vector<std::string> order = {});

  bool knows(std::string_view option) const {
    return texts_.find(option) != texts_.end();
  }                                         // does the command have it?
  bool has(std::string_view option) const;  // was it written?

  // As written, else the default, else empty.
  const std::string& text(std::string_view option) const { return texts(option).front(); }
  const std::vector<std::string>& texts(std::string_view option) const;

  // The options in the order in which they were written, one entry for each time.
  const std::vector<std::string>& order() const noexcept { return order_; }

  // Throw an Error(input) that names the option unless its text is a whole number in this range.
  std::uint64_t number(std::string_view option, std::uint64_t min, std::uint64_t max) const;
  int int_number(std::string_view option, int min, int max) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> texts_;
  std::map<std::string, bool, std::less<>> is_written_;
  std::vector<std::string> order_;
};

struct Session {
  Output& output;
  Communicator& communicator;
};

struct Command {
  CommandOutline outline;

  // Validates the arguments and returns the action to run. Throws Error(usage), Error(input).
  std::function<std::function<void(Session&)>(const Arguments&)> read;

  bool is_for_all_ranks = false;  // else only rank 0 runs it
};

// Makes Options from the arguments, then calls `run`.
template <class Options>
Command make_command(CommandOutline outline, void (*run)(const Options&, Session&)) {
  return {std::move(outline), [run](const Arguments& given) {
            return [run, options = std::make_shared<const Options>(given)](Session& session) {
              run(*options, session);
            };
          }};
}

}  // namespace nimsweep::cli
