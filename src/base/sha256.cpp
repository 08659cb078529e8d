#include "nimsweep/base/sha256.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <new>

namespace nimsweep {

std::string sha256(std::string_view data) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest;
  unsigned size = 0;
  if (EVP_Digest(data.data(), data.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
    throw std::bad_alloc();  // all else that can go wrong
  std::string hex;
  for (unsigned k = 0; k < size; ++k) hex += fmt::format("{:02x}", digest[k]);
  return hex;
}

}  // namespace nimsweep
