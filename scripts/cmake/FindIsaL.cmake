# Intel's ISA-L, which compresses chunks.
find_path(ISAL_INCLUDE isa-l.h)
find_library(ISAL isal)
mark_as_advanced(ISAL_INCLUDE ISAL)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(IsaL REQUIRED_VARS ISAL ISAL_INCLUDE)
if(IsaL_FOUND AND NOT TARGET IsaL::isal)
  add_library(IsaL::isal INTERFACE IMPORTED)
  target_include_directories(IsaL::isal INTERFACE ${ISAL_INCLUDE})
  target_link_libraries(IsaL::isal INTERFACE ${ISAL})
endif()
