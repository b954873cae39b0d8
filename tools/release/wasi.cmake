# The program as WebAssembly for any system with WASI: it has files and exceptions, but no threads. The compiler is
# Debian's clang-19, with wasi-libc. The C++ library is compiled here (tools/release/wasi), because Debian's has neither
# files nor exceptions.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(WASI ON)
set(WARDROBE_BUNDLED ON)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-wasi)
  set(CMAKE_${language}_FLAGS_INIT
      "-msimd128 -fwasm-exceptions -mllvm -wasm-enable-sjlj -isystem ${CMAKE_CURRENT_LIST_DIR}/wasi/include"
      -Wno-unused-command-line-argument)  # by the linker
  list(JOIN CMAKE_${language}_FLAGS_INIT " " CMAKE_${language}_FLAGS_INIT)
endforeach()
string(APPEND CMAKE_CXX_FLAGS_INIT " -stdlib=libc++")
# The stack comes first in the memory. A stack that overflows then ends the program instead of overwriting data. The
# last library reads numbers such as 0.5 for CLI11.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-nostdlib++ -Wl,--stack-first,-z,stack-size=8388608,--strip-all -lc-printscan-long-double")
