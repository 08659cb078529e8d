// Looks at a YAML text before it is loaded, for what would break loading it: yaml-cpp finds endless
// documents in a text such as ",", and a few aliases to long lists make a small file as large as
// one likes.
#pragma once

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace nimsweep::job_detail {

class YamlSurvey final : private YAML::EventHandler {
 public:
  using Fail = std::function<void(const YAML::Mark&, const std::string&)>;

  // Calls `fail`, which throws, if there is a second document, lists nested too deeply, an alias to
  // something that it is part of, or more than `largest` characters and values once aliases are
  // written out. Throws YAML::Exception for what is not YAML.
  static void check(const std::string& text, std::size_t largest, Fail fail);

 private:
  YamlSurvey(std::size_t largest, Fail fail) : largest_(largest), fail_(std::move(fail)) {}

  using Anchor = YAML::anchor_t;

  struct Open {
    Anchor anchor;
    std::size_t size_before;
  };

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, Anchor anchor) override { add(mark, anchor, 1); }
  void OnAlias(const YAML::Mark& mark, Anchor anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string&, Anchor anchor,
                const std::string& value) override {
    add(mark, anchor, 1 + value.size());
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, Anchor anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, Anchor anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, anchor);
  }
  void OnMapEnd() override { close(); }

  void add(const YAML::Mark& mark, Anchor anchor, std::size_t size);
  void open(const YAML::Mark& mark, Anchor anchor);
  void close();

  std::size_t largest_;
  Fail fail_;
  int documents_ = 0;
  std::size_t size_ = 0;  // aliases written out
  std::vector<Open> open_;
  std::map<Anchor, std::size_t> sizes_;  // of what is complete
};

}  // namespace nimsweep::job_detail
