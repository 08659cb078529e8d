// EXPECT_ERROR(kind, "part of the message", statement): the statement throws this Error, and its
// message is one line.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "nimsweep/base/error.hpp"

#define EXPECT_ERROR(expected_kind, part, statement)                                    \
  try {                                                                                 \
    statement;                                                                          \
    ADD_FAILURE() << "no error; expected one about: " << (part);                        \
  } catch (const nimsweep::Error& error) {                                              \
    EXPECT_EQ(error.kind(), expected_kind);                                             \
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what(); \
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what(); \
  }
