# Programs for Windows on x86-64, by Debian's mingw-w64, that need nothing beside them.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()

# Windows aligns the stack to 16 bytes, and g++ keeps AVX's vectors there as if it were 32 (GCC bug
# 54412): the assembler turns aligned moves into such that work anywhere, and are as fast.
# Nothing that is built names the folder that it was built in, or tells when.
cmake_path(SET project NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../..)
foreach(language C CXX)
  set(CMAKE_${language}_FLAGS_INIT "-Wa,-muse-unaligned-vector-move -ffile-prefix-map=${project}=")
endforeach()
foreach(kind EXE SHARED)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT "-static -s -Wl,--no-insert-timestamp")
endforeach()
