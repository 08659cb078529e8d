#include "job/yaml_survey.hpp"

#include <sstream>
#include <utility>

namespace nimsweep::job_detail {

namespace {

constexpr std::size_t kDeepest = 50;

}  // namespace

void YamlSurvey::check(const std::string& text, std::size_t largest, Fail fail) {
  YamlSurvey survey(largest, std::move(fail));
  std::istringstream stream(text);
  YAML::Parser parser(stream);
  while (parser.HandleNextDocument(survey)) {
  }
}

void YamlSurvey::OnDocumentStart(const YAML::Mark& mark) {
  if (++documents_ > 1) fail_(mark, "job: a second document; expected one job per file");
}

void YamlSurvey::OnAlias(const YAML::Mark& mark, Anchor anchor) {
  const auto target = sizes_.find(anchor);
  if (target == sizes_.end()) fail_(mark, "job: an alias to something that it is part of");
  add(mark, 0, target->second);
}

void YamlSurvey::add(const YAML::Mark& mark, Anchor anchor, std::size_t size) {
  size_ += size;
  if (size_ > largest_) fail_(mark, "job: too long once its aliases are written out");
  if (anchor != 0) sizes_[anchor] = size;
}

void YamlSurvey::open(const YAML::Mark& mark, Anchor anchor) {
  if (open_.size() == kDeepest) fail_(mark, "job: lists and maps nested too deeply");
  open_.push_back({anchor, size_});
  add(mark, 0, 1);
}

void YamlSurvey::close() {
  if (open_.back().anchor != 0) sizes_[open_.back().anchor] = size_ - open_.back().size_before;
  open_.pop_back();
}

}  // namespace nimsweep::job_detail
