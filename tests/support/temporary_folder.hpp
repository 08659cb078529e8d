// A folder for one test, removed with it.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace nimsweep::test {

class TemporaryFolder : public testing::Test {
 protected:
  TemporaryFolder() { std::filesystem::create_directories(folder_); }
  ~TemporaryFolder() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("nimsweep-test-" + std::to_string(getpid()));
};

}  // namespace nimsweep::test
