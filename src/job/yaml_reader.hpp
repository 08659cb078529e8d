// yaml-cpp's nodes, with every value checked as it is read, and a place for every error.
#pragma once

#include <yaml-cpp/yaml.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// A node of the job file `path`, called `name` in messages.
class YamlReader {
 public:
  YamlReader(const std::string& path, const YAML::Node& node, std::string name)
      : path_(&path), node_(node), name_(std::move(name)) {}

  Place place() const;
  Error error(const std::string& message) const;

  // Returns what `action` returns; its errors get the place of this value.
  template <class Action>
  auto at_value(Action action) const {
    try {
      return action();
    } catch (const Error& wrong) {
      if (wrong.kind() == ErrorKind::job) throw;
      const Error placed = error(wrong.what());
      throw wrong.kind() == ErrorKind::io ? Error(ErrorKind::io, placed.what()) : placed;
    }
  }

  bool is_scalar() const { return node_.IsScalar(); }
  bool is_list() const { return node_.IsSequence(); }

  // The text of a scalar.
  std::string text() const;
  std::string line() const;  // a text without control characters
  std::string file_name() const;
  std::uint64_t number(std::uint64_t min, std::uint64_t max) const;

  // "3", "3..6", or a list of such.
  std::vector<std::uint64_t> numbers(std::uint64_t min, std::uint64_t max) const;

  // The same in ascending order, each once.
  std::vector<int> sorted_numbers(int min, int max) const;

  bool is_true() const;  // a scalar that is true or false

  std::vector<YamlReader> list() const;

  // Calls `read(key, value)` for every entry of a map; a key that is not in `known`, or is there
  // twice, is an error.
  void read_map(const std::vector<std::string_view>& known,
                const std::function<void(std::string_view, const YamlReader&)>& read) const;

 private:
  const std::string* path_;
  YAML::Node node_;
  std::string name_;
};

}  // namespace nimsweep::job_detail
