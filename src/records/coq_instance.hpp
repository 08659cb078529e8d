// The proof of a claim about one number of players as a theorem for Coq: it states what the claim
// says, in the language of src/proofs/Language.v, and is proved by running the verified checker on
// the certificate. Nothing here decides whether the claim holds.
#pragma once

#include <string>
#include <variant>

#include "nimsweep/engine/verification.hpp"

namespace nimsweep::records_detail {

// Why there is no such theorem.
struct NoInstance {
  std::string reason;
};

// For a check that proves its claim with the machine that reads piles.
std::variant<std::string, NoInstance> coq_instance(const Check& check, const std::string& name);

// The file that contains these theorems, which have different names.
std::string coq_file_of_instances(const std::vector<std::string>& theorems);

}  // namespace nimsweep::records_detail
