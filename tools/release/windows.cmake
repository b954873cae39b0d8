# Programs for Windows on x86-64 that need no other files, with Debian's mingw-w64.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()

# Windows aligns the stack to 16 bytes, but g++ keeps AVX vectors there as if it were 32 (GCC bug 54412). The assembler
# therefore replaces aligned moves by unaligned ones, which are as fast. With -fipa-ra, g++ counts on the registers that
# an inline function leaves alone in one file, but the linker may take its copy from a file with other options. Binaries
# name neither the folder nor the time of the build.
cmake_path(SET project NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_INIT "-Wa,-muse-unaligned-vector-move -fno-ipa-ra -ffile-prefix-map=${project}=")
endforeach()
foreach(kind EXE SHARED)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-static -s -Wl,--no-insert-timestamp")
endforeach()
