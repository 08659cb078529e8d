#include "nimsweep/base/function_ref.hpp"

#include <gtest/gtest.h>

namespace nimsweep {
namespace {

int twice(FunctionRef<int(int)> function) {
  return function(function(1));
}

TEST(FunctionRef, CallsLambdasWithStateAndConstObjects) {
  int calls = 0;
  EXPECT_EQ(twice([&](int x) {
              ++calls;
              return 3 * x;
            }),
            9);
  EXPECT_EQ(calls, 2);
  const auto negate = [](int x) { return -x; };
  EXPECT_EQ(twice(negate), 1);
}

}  // namespace
}  // namespace nimsweep
