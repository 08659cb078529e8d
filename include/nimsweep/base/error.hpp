// The library's only exception type, for whatever a user can cause. It carries its kind, which main
// turns into an exit code, and its place: "row 1", "--matrix: row 1", "job.yaml:3:7".
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace nimsweep {

enum class ErrorKind {
  usage,        // the command line is wrong
  input,        // a position, a matrix or a file's contents are wrong
  job,          // a job file is wrong; the message begins with file:line:column
  damage,       // a check found something that does not hold
  io,           // files, other programs or the machine failed
  interrupted,  // by the user; finished work is kept
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message);

  ErrorKind kind() const noexcept { return kind_; }

  // The same error with a place in front: "place: message".
  Error at(std::string_view place) const;

 private:
  ErrorKind kind_;
};

}  // namespace nimsweep
