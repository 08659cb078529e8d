# z3, which decides claims for every number of players. Debian's package has no CMake files.
find_path(Z3_INCLUDE z3++.h)
find_library(Z3 z3)
mark_as_advanced(Z3_INCLUDE Z3)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Z3 REQUIRED_VARS Z3 Z3_INCLUDE)
if(Z3_FOUND AND NOT TARGET Z3::z3)
  add_library(Z3::z3 INTERFACE IMPORTED)
  target_include_directories(Z3::z3 SYSTEM INTERFACE ${Z3_INCLUDE})
  target_link_libraries(Z3::z3 INTERFACE ${Z3})
endif()
