#include "cli/command.hpp"

#include <cassert>

#include "cli/game_options.hpp"

namespace nimsweep::cli {

OptionOutline flag(std::string name, std::string summary) {
  return {.names = {std::move(name)}, .summary = std::move(summary)};
}

OptionOutline option(std::string name, std::string type, std::string summary,
                     std::string default_value) {
  return {.names = {std::move(name)},
          .type = std::move(type),
          .summary = std::move(summary),
          .default_value = std::move(default_value)};
}

OptionOutline required_option(std::string name, std::string type, std::string summary) {
  OptionOutline outline = option(std::move(name), std::move(type), std::move(summary));
  outline.is_required = true;
  return outline;
}

OptionOutline argument(std::string name, std::string type, std::string summary) {
  return required_option(std::move(name), std::move(type), std::move(summary));
}

Arguments::Arguments(const OptionOutlines& options,
                     std::map<std::string, std::vector<std::string>> written,
                     std::vector<std::string> order)
    : order_(std::move(order)) {
  for (const OptionOutline& option : options) {
    const std::string& name = option.names.back();
    const auto found = written.find(name);
    is_written_[name] = found != written.end();
    texts_[name] = found != written.end() ? found->second : std::vector{option.default_value};
  }
}

bool Arguments::has(std::string_view option) const {
  const auto found = is_written_.find(option);
  assert(found != is_written_.end());
  return found->second;
}

const std::vector<std::string>& Arguments::texts(std::string_view option) const {
  const auto found = texts_.find(option);
  assert(found != texts_.end());
  return found->second;
}

std::uint64_t Arguments::number(std::string_view option, std::uint64_t min,
                                std::uint64_t max) const {
  return parse_whole_number(option, text(option), min, max);
}

int Arguments::int_number(std::string_view option, int min, int max) const {
  return static_cast<int>(
      number(option, static_cast<std::uint64_t>(min), static_cast<std::uint64_t>(max)));
}

}  // namespace nimsweep::cli
