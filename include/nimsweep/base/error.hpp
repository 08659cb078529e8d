// The one exception of the library, for whatever a user can cause. It knows its kind, which main
// turns into an exit code, and its place: "row 1", "--matrix: row 1", "job.yaml:3:7".
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace nimsweep {

enum class ErrorKind {
  usage,        // the command line is wrong
  input,        // what it names (a position, a matrix, a file's contents) is wrong
  job,          // a job file is wrong; the message begins with file:line:column
  damage,       // a check found something that does not hold
  io,           // files, other programs or the machine failed
  interrupted,  // by the user; what is finished is kept
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message);

  ErrorKind kind() const noexcept { return kind_; }

  // The same error seen from further out: "place: message".
  Error at(std::string_view place) const;

 private:
  ErrorKind kind_;
};

}  // namespace nimsweep
