// A sink that turns every result of a run into the line of its record (records/records.hpp), for
// programs that read JSON.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "nimsweep/run/run_sink.hpp"

namespace nimsweep {

class RecordLines : public RunSink {
 public:
  // `take` gets each line, without its newline, when the result is known.
  explicit RecordLines(std::function<void(std::string)> take) : take_(std::move(take)) {}

  void table(const Plan& plan, const SweepResult& result, double seconds) override;
  void hunts(const JobSpec& job, const HuntingResult& result, double seconds) override;
  void sequence(const std::string& file, std::size_t terms) override;
  void mined(const MineSpec& spec, const MineResult& result) override;
  void verdict(const Check& check) override;
  void row(const RowCheck& row) override;
  void page(const std::string& file, const Page& page) override;

 private:
  std::function<void(std::string)> take_;
};

}  // namespace nimsweep
