# Debian's serial HDF5, by name: plain `hdf5` means something else once a parallel build is installed.
find_path(HDF5_SERIAL_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5_SERIAL hdf5_serial)
find_library(HDF5_SERIAL_HL hdf5_serial_hl)
mark_as_advanced(HDF5_SERIAL_INCLUDE HDF5_SERIAL HDF5_SERIAL_HL)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Hdf5Serial REQUIRED_VARS HDF5_SERIAL_HL HDF5_SERIAL HDF5_SERIAL_INCLUDE)
if(Hdf5Serial_FOUND AND NOT TARGET Hdf5Serial::hl)
  add_library(Hdf5Serial::hl INTERFACE IMPORTED)
  target_include_directories(Hdf5Serial::hl INTERFACE ${HDF5_SERIAL_INCLUDE})
  target_link_libraries(Hdf5Serial::hl INTERFACE ${HDF5_SERIAL_HL} ${HDF5_SERIAL})
endif()
