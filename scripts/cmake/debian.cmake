# CPack runs this on the staged package: what Debian wants differently from `cmake --install`.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/Unspecified/usr/share)

file(RENAME ${share}/doc/nimsweep/LICENSE ${share}/doc/nimsweep/copyright)
file(MAKE_DIRECTORY ${share}/zsh/vendor-completions)
file(RENAME ${share}/zsh/site-functions/_nimsweep ${share}/zsh/vendor-completions/_nimsweep)
file(REMOVE_RECURSE ${share}/zsh/site-functions)

file(RENAME ${share}/doc/nimsweep/CHANGELOG.md ${share}/doc/nimsweep/changelog)
execute_process(COMMAND gzip -9n ${share}/doc/nimsweep/changelog ${share}/man/man1/nimsweep.1
                COMMAND_ERROR_IS_FATAL ANY)
if(IS_SYMLINK ${share}/man/man1/nimsweep-mpi.1)
  file(REMOVE ${share}/man/man1/nimsweep-mpi.1)
  file(CREATE_LINK nimsweep.1.gz ${share}/man/man1/nimsweep-mpi.1.gz SYMBOLIC)
endif()
