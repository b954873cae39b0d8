# WebAssembly that needs no functions of a browser or a system, with Debian's clang-19 and wasi-libc.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(WARDROBE_MODULE ON)
set(WARDROBE_BUNDLED ON)

foreach(language C CXX)
  set(CMAKE_${language}_COMPILER_TARGET wasm32-wasi)
  set(CMAKE_${language}_FLAGS_INIT "-msimd128")
endforeach()
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
# An exception ends the module's instance. Exception handlers are left out.
string(APPEND CMAKE_CXX_FLAGS_INIT
       " -stdlib=libc++ -fignore-exceptions -DFMT_EXCEPTIONS=0 -DFMT_USE_FLOAT=0 -DFMT_USE_DOUBLE=0 -DFMT_USE_LONG_DOUBLE=0 -DFMT_STATIC_THOUSANDS_SEPARATOR=\"','\" -DJSON_NOEXCEPTION")
# The stack comes first in the memory. A stack that overflows then ends the instance instead of overwriting data.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-mexec-model=reactor -Wl,--stack-first,-z,stack-size=1048576,--strip-all,--compress-relocations")
