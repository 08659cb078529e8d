// How many bytes are the same in two rows, sixteen or more at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nimsweep::store_detail {

using CountEqual = std::size_t(const std::uint8_t* a, const std::uint8_t* b, std::size_t length);

// For this machine; and by name, for tests.
CountEqual* best_count_equal();
CountEqual count_equal_anywhere;
CountEqual* count_equal_for_avx2();  // null if it has not that

}  // namespace nimsweep::store_detail
