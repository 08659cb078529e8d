# What `cmake --install` installs, and the Debian package that `cpack -G DEB` builds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/nimsweep)
set(cmake_package ${CMAKE_INSTALL_LIBDIR}/cmake/nimsweep)

# ---- The library: all modules below the command line, in one file.
get_property(modules GLOBAL PROPERTY nimsweep_modules)
list(REMOVE_ITEM modules nimsweep_mpi)  # for nimsweep-mpi only
list(TRANSFORM modules REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
add_library(nimsweep_library STATIC ${objects})
set_target_properties(nimsweep_library PROPERTIES OUTPUT_NAME nimsweep EXPORT_NAME nimsweep LINKER_LANGUAGE CXX)
target_compile_features(nimsweep_library INTERFACE cxx_std_20)
set(dependencies fmt yaml-cpp TBB Hdf5Serial IsaL)  # also used by nimsweepConfig.cmake
foreach(dependency ${dependencies})
  find_package(${dependency} REQUIRED)
endforeach()
target_link_libraries(nimsweep_library PRIVATE fmt::fmt yaml-cpp TBB::tbb Hdf5Serial::hl IsaL::isal)
find_package(Z3 QUIET)
if(Z3_FOUND)
  list(APPEND dependencies Z3)
  target_link_libraries(nimsweep_library PRIVATE Z3::z3)
  set(z3_package z3)  # for nimsweep.pc
endif()

install(TARGETS nimsweep_library EXPORT nimsweep
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY include/nimsweep DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN *.hpp PATTERN cluster/mpi.hpp EXCLUDE)

install(EXPORT nimsweep FILE nimsweepTargets.cmake NAMESPACE nimsweep:: DESTINATION ${cmake_package})
configure_package_config_file(scripts/cmake/nimsweepConfig.cmake.in ${PROJECT_BINARY_DIR}/nimsweepConfig.cmake
                              INSTALL_DESTINATION ${cmake_package}
                              NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nimsweepConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nimsweepConfig.cmake ${PROJECT_BINARY_DIR}/nimsweepConfigVersion.cmake
              scripts/cmake/FindHdf5Serial.cmake scripts/cmake/FindIsaL.cmake scripts/cmake/FindZ3.cmake
        DESTINATION ${cmake_package})

cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
           OUTPUT_VARIABLE prefix_from_pc)
configure_file(scripts/cmake/nimsweep.pc.in nimsweep.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nimsweep.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

# ---- The programs, and the files that nimsweep generates for them.
set(programs nimsweep)
if(TARGET nimsweep-mpi)
  list(APPEND programs nimsweep-mpi)
endif()
install(TARGETS ${programs} RUNTIME)
if(TARGET nimsweep-check)
  install(PROGRAMS ${PROJECT_BINARY_DIR}/nimsweep-check TYPE BIN)
endif()

# nimsweep_generated(WHAT FOLDER NAME [LINK]): installs the output of `nimsweep generate WHAT` under that name. If
# nimsweep-mpi is built, also installs it under LINK, where tools look for it by the program's name.
set(generated "")
function(nimsweep_generated what folder name)
  set(file ${PROJECT_BINARY_DIR}/generated/${name})
  add_custom_command(OUTPUT ${file} COMMAND nimsweep generate ${what} > ${file} DEPENDS nimsweep VERBATIM)
  install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/${folder})
  if(ARGN AND TARGET nimsweep-mpi)
    file(CREATE_LINK ${name} ${PROJECT_BINARY_DIR}/generated/${ARGN} SYMBOLIC)
    install(FILES ${PROJECT_BINARY_DIR}/generated/${ARGN} DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/${folder})
  endif()
  set(generated ${generated} ${file} PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
nimsweep_generated(man man/man1 nimsweep.1 nimsweep-mpi.1)
nimsweep_generated(bash bash-completion/completions nimsweep nimsweep-mpi)
nimsweep_generated(zsh zsh/site-functions _nimsweep)  # covers both programs
nimsweep_generated(fish fish/vendor_completions.d nimsweep.fish nimsweep-mpi.fish)
add_custom_target(generated ALL DEPENDS ${generated})

# ---- Documents, in the folders that they have here, so that links between guides work.
install(FILES README.md LICENSE CHANGELOG.md CITATION.cff DESTINATION ${documents})
foreach(guide bench/README.md jobs/README.md scripts/slurm/README.md src/README.md src/cli/COMMANDS.md src/cli/JSON.md
              src/games/README.md src/paper/paper.md src/paper/paper.bib src/paper/automaton.svg src/paper/tame.svg
              src/paper/wild.svg src/proofs/README.md src/python/README.md src/report/README.md
              src/report/example-values.png src/report/example-verdicts.png src/store/FORMAT.md)
  cmake_path(GET guide PARENT_PATH folder)
  install(FILES ${guide} DESTINATION ${documents}/${folder})
endforeach()
install(DIRECTORY jobs DESTINATION ${documents} FILES_MATCHING PATTERN *.yaml PATTERN *.ipynb
        PATTERN .ipynb_checkpoints EXCLUDE)
install(PROGRAMS scripts/check_certificate.py DESTINATION ${documents}/scripts)
install(FILES scripts/claim_language.py scripts/digit_proofs.py DESTINATION ${documents}/scripts)
install(DIRECTORY scripts/slurm DESTINATION ${documents}/scripts FILES_MATCHING PATTERN *.sbatch)

# ---- The Debian packages: nimsweep, and python3-nimsweep if the Python module is built.
set(CPACK_PACKAGE_CONTACT "nimsweep developers <nimsweep@example.org>")  # dpkg requires an address; this one is a placeholder
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Solves positions of Nim games for two to sixteen players, sweeps whole spaces
of positions and alliance matrices into HDF5 tables, and proves or disproves
closed-form theorems for piles of every size.

This package has the programs, the static library with its headers, guides
and example jobs.")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME nimsweep)
set(CPACK_COMPONENT_UNSPECIFIED_DESCRIPTION "${CPACK_DEBIAN_PACKAGE_DESCRIPTION}")
if(TARGET nimsweep_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-nimsweep)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  get_property(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS GLOBAL PROPERTY nimsweep_python_depends)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "graphviz, python3-pandas, python3-matplotlib, jupyter-notebook")
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION
"Python module that solves Nim games for two to sixteen players
Everything that the program nimsweep can be asked, with numpy arrays:
positions, tables, machines for piles of every size, proofs of claims,
hunts and whole jobs.")
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION math)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "graphviz, libfmt-dev, libyaml-cpp-dev, libtbb-dev, libhdf5-dev, libisal-dev")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/scripts/cmake/debian.cmake)
include(CPack)
