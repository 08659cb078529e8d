#include "nimsweep/job/claim_registry.hpp"

#include <fmt/format.h>

#include "claims_yaml.inc"
#include "job/claim_reader.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

using namespace job_detail;

namespace {

std::vector<Claim> read_registry() {
  const std::string path = "claims.yaml";
  std::vector<Claim> claims;
  for (const YamlReader& entry : YamlReader(path, YAML::Load(kClaimsYaml), "claims").list())
    claims.push_back(read_claim(entry, std::nullopt).claim);
  return claims;
}

}  // namespace

const std::vector<Claim>& registered_claims() {
  static const std::vector<Claim> claims = read_registry();
  return claims;
}

const Claim& find_claim(std::string_view name) {
  std::vector<std::string> known;
  for (const Claim& claim : registered_claims()) {
    if (claim.name == name) return claim;
    known.push_back(claim.name);
  }
  throw Error(ErrorKind::input,
              fmt::format("unknown claim {}{}", in_quotes(name), expected_names(name, known)));
}

}  // namespace nimsweep
