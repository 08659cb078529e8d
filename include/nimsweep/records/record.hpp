// One result as programs get it: a JSON object that begins with its type. JSON Lines carry it, and
// the page of a report embeds it. To look into one include records/json.hpp, which takes seconds to
// compile; printing one takes only this.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "nimsweep/base/function_ref.hpp"

namespace nimsweep {

using Json = nlohmann::ordered_json;

class Record {
 public:
  explicit Record(Json json);
  Record(Record&& other) noexcept;
  Record& operator=(Record&& other) noexcept;
  ~Record();

  const Json& json() const noexcept { return *json_; }

  // With its newline.
  std::string line() const;

 private:
  std::unique_ptr<Json> json_;
};

// Takes the text of a record that may be too long to hold, piece by piece.
using RecordSink = FunctionRef<void(std::string_view)>;

}  // namespace nimsweep
