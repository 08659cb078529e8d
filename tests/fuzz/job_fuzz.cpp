// Any file is either a job or an Error, and the job has a plan or an Error.
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "nimsweep/base/error.hpp"
#include "nimsweep/job/plan.hpp"

namespace nimsweep {
namespace {

// The job has its own folder, so that `file:` finds nothing but the job itself.
class JobFile {
 public:
  JobFile() { std::filesystem::create_directories(folder_); }
  ~JobFile() { std::filesystem::remove_all(folder_); }

  std::string write(const std::uint8_t* data, std::size_t size) const {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    return path_;
  }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("nimsweep-fuzz-" + std::to_string(getpid()));
  std::string path_ = (folder_ / "job.yaml").string();
};

}  // namespace
}  // namespace nimsweep

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const nimsweep::JobFile file;
  try {
    nimsweep::make_plan(nimsweep::read_job(file.write(data, size)));
  } catch (const nimsweep::Error&) {
  }
  return 0;
}
