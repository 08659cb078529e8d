// Typed access to what a line of JSON holds.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/records/json.hpp"

namespace nimsweep::report_detail {

// The members of an object. Throws Error(input) that names the member.
class Members {
 public:
  explicit Members(const Json& object) : object_(object) {
    if (!object.is_object()) throw Error(ErrorKind::input, "this is not a JSON object");
  }

  bool has(const char* name) const { return object_.contains(name); }

  const Json& any(const char* name) const {
    const auto found = object_.find(name);
    if (found == object_.end()) throw Error(ErrorKind::input, fmt::format("'{}' is missing", name));
    return *found;
  }

  std::string text(const char* name) const {
    const Json& member = any(name);
    if (!member.is_string()) refuse(name, "a text");
    return member.get<std::string>();
  }

  bool boolean(const char* name) const {
    const Json& member = any(name);
    if (!member.is_boolean()) refuse(name, "true or false");
    return member.get<bool>();
  }

  std::uint64_t number(const char* name, std::uint64_t max) const {
    const Json& member = any(name);
    if (!member.is_number_unsigned() || member.get<std::uint64_t>() > max)
      refuse(name, fmt::format("a whole number up to {}", max));
    return member.get<std::uint64_t>();
  }

  int small(const char* name, int max = 1'000'000) const {
    return static_cast<int>(number(name, static_cast<std::uint64_t>(max)));
  }

  // Nothing if it is null, or not there.
  std::optional<int> small_or_null(const char* name) const {
    if (!has(name) || any(name).is_null()) return std::nullopt;
    return small(name);
  }

  // A number as decimal digits.
  Uint128 count(const char* name, Uint128 max = std::numeric_limits<std::uint64_t>::max()) const {
    const auto parsed = parse_number(text(name), max);
    if (!parsed) refuse(name, "a number as decimal digits");
    return *parsed;
  }

  // The same, however large.
  std::string digits(const char* name) const {
    std::string all = text(name);
    if (all.empty() || all.find_first_not_of("0123456789") != std::string::npos)
      refuse(name, "a number as decimal digits");
    return all;
  }

  const Json& list(const char* name) const {
    const Json& member = any(name);
    if (!member.is_array()) refuse(name, "a list");
    return member;
  }

  // A number of piles, or "all".
  void pile_count(const char* name) const {
    if (!any(name).is_string()) {
      small(name);
    } else if (text(name) != "all") {
      refuse(name, "a number, or all");
    }
  }

  // A value, or a list of values.
  void values(const char* name, int max) const {
    if (!any(name).is_array()) {
      small(name, max);
      return;
    }
    if (list(name).empty()) refuse(name, "a value, or a list of values");
    for (const Json& value : list(name))
      if (!value.is_number_unsigned() || value.get<std::uint64_t>() > static_cast<unsigned>(max))
        refuse(name, "a list of values");
  }

  std::vector<int> numbers(const char* name, std::size_t count, int max) const {
    return numbers_in(any(name), name, count, max);
  }

  // A list of this many numbers, which is the member or part of it.
  static std::vector<int> numbers_in(const Json& list, const char* name, std::size_t count,
                                     int max) {
    std::vector<int> numbers;
    if (!list.is_array() || list.size() != count)
      refuse(name, fmt::format("lists of {} numbers", count));
    for (const Json& number : list) {
      if (!number.is_number_unsigned() || number.get<std::uint64_t>() > static_cast<unsigned>(max))
        refuse(name, fmt::format("whole numbers up to {}", max));
      numbers.push_back(number.get<int>());
    }
    return numbers;
  }

  std::vector<Counters> piles(const char* name) const {
    return numbers(name, "a list of pile sizes");
  }

  std::vector<std::uint64_t> numbers(const char* name, const char* expected) const {
    std::vector<std::uint64_t> numbers;
    for (const Json& number : list(name)) {
      if (!number.is_number_unsigned()) refuse(name, expected);
      numbers.push_back(number.get<std::uint64_t>());
    }
    return numbers;
  }

 private:
  [[noreturn]] static void refuse(const char* name, std::string_view expected) {
    throw Error(ErrorKind::input, fmt::format("'{}': expected {}", name, expected));
  }

  const Json& object_;
};

}  // namespace nimsweep::report_detail
