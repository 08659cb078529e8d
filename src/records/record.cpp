#include "nimsweep/records/record.hpp"

#include "nimsweep/records/json.hpp"
#include "records/long_record.hpp"

namespace nimsweep {

Record::Record(Json json) : json_(std::make_unique<Json>(std::move(json))) {}
Record::Record(Record&& other) noexcept = default;
Record& Record::operator=(Record&& other) noexcept = default;
Record::~Record() = default;

std::string Record::line() const {
  return dumped(*json_) + "\n";
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

namespace records_detail {

void write_long(const Json& head, std::span<const LongArray> arrays, RecordSink write) {
  std::string text = dumped(head);
  text.pop_back();  // the closing brace comes after the arrays
  write(text);
  for (const LongArray& array : arrays) {
    write(",\"");
    write(array.name);
    write("\":[");
    for (std::size_t k = 0; k < array.count; ++k) {
      if (k > 0) write(",");
      write(dumped(array.element(k)));
    }
    write("]");
  }
  write("}\n");
}

void write_long(const Json& head, std::string_view array_name, std::size_t count,
                FunctionRef<Json(std::size_t)> element, RecordSink write) {
  const LongArray array{array_name, count, element};
  write_long(head, std::span(&array, 1), write);
}

}  // namespace records_detail

}  // namespace nimsweep
