# Makes all libraries static. They are compiled from Debian's sources in build/sources (tools/release/sources.sh) for
# the toolchain's system, and have the names that find_package gives them. Libraries that are headers only are taken
# from Debian's packages.
enable_language(C)
block()
set(CMAKE_UNITY_BUILD OFF)
set(CMAKE_COMPILE_WARNING_AS_ERROR OFF)
set(sources ${PROJECT_SOURCE_DIR}/build/sources)

# These headers are alone in a folder, because /usr/include also has the C library of this system.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name CLI fmt nlohmann stb xxhash.h)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()
function(headers target)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  target_include_directories(${target} SYSTEM INTERFACE ${headers})
endfunction()
headers(CLI11::CLI11)
headers(fmt::fmt)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
add_library(fmt::fmt-header-only ALIAS fmt::fmt)
headers(nlohmann_json::nlohmann_json)
headers(PkgConfig::xxhash)

# library(NAME ALIAS INCLUDES PATTERN…)
function(library name alias includes)
  list(TRANSFORM ARGN PREPEND ${sources}/)
  file(GLOB files ${ARGN})
  if(NOT files)
    message(FATAL_ERROR "No sources of ${name} in ${sources}; get them by tools/release/sources.sh")
  endif()
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${files})
  add_library(${alias} ALIAS ${name})
  target_include_directories(${name} SYSTEM PUBLIC ${includes})
  target_compile_options(${name} PRIVATE -w)
endfunction()

library(bundled_zstd zstd::libzstd_shared ${sources}/libzstd/lib
        libzstd/lib/common/*.c libzstd/lib/compress/*.c libzstd/lib/decompress/*.c)
# Without the loop in assembly, which only some systems support: all systems get the same code.
target_compile_definitions(bundled_zstd PRIVATE ZSTD_DISABLE_ASM)

if(CMAKE_SYSTEM_PROCESSOR MATCHES wasm)  # half as much code, which decompresses a little more slowly
  target_compile_definitions(bundled_zstd PRIVATE HUF_FORCE_DECOMPRESS_X1 ZSTD_FORCE_DECOMPRESS_SEQUENCES_SHORT
                             ZSTD_STRIP_ERROR_STRINGS DYNAMIC_BMI2=0)
  file(GLOB decompressing ${sources}/libzstd/lib/decompress/*.c)
  set_source_files_properties(${decompressing} PROPERTIES COMPILE_OPTIONS -Oz)
endif()

library(bundled_zlib ZLIB::ZLIB ${sources}/zlib
        zlib/adler32.c zlib/compress.c zlib/crc32.c zlib/deflate.c zlib/inffast.c zlib/inflate.c zlib/inftrees.c
        zlib/trees.c zlib/uncompr.c zlib/zutil.c)

if(CMAKE_SYSTEM_PROCESSOR MATCHES wasm)
  library(bundled_deflate PkgConfig::deflate ${sources}/libdeflate
          libdeflate/lib/adler32.c libdeflate/lib/deflate_compress.c libdeflate/lib/utils.c libdeflate/lib/zlib_compress.c)
  target_compile_options(bundled_deflate PRIVATE -Oz)
else()
  library(bundled_deflate PkgConfig::deflate ${sources}/libdeflate
          libdeflate/lib/*.c libdeflate/lib/x86/*.c libdeflate/lib/arm/*.c)
endif()

library(bundled_minizip PkgConfig::minizip ${sources}/zlib/contrib
        zlib/contrib/minizip/ioapi.c zlib/contrib/minizip/unzip.c zlib/contrib/minizip/zip.c)
# No program here opens files with this library, so it needs no 64-bit file offsets.
target_compile_definitions(bundled_minizip PUBLIC USE_FILE32API PRIVATE NOCRYPT)
target_link_libraries(bundled_minizip PUBLIC ZLIB::ZLIB)

configure_file(${sources}/libpng1.6/scripts/pnglibconf.h.prebuilt ${PROJECT_BINARY_DIR}/png/pnglibconf.h COPYONLY)
set(png png pngerror pngget pngmem pngpread pngread pngrio pngrtran pngrutil pngset pngtrans pngwio pngwrite
        pngwtran pngwutil)
list(TRANSFORM png REPLACE "(.+)" "libpng1.6/\\1.c")
library(bundled_png PNG::PNG "${sources}/libpng1.6;${PROJECT_BINARY_DIR}/png" ${png})
target_compile_definitions(bundled_png PRIVATE PNG_INTEL_SSE_OPT=0 PNG_ARM_NEON_OPT=0)
target_link_libraries(bundled_png PUBLIC ZLIB::ZLIB)

set(gif dgif_lib egif_lib gif_err gif_hash gifalloc openbsd-reallocarray)
list(TRANSFORM gif REPLACE "(.+)" "giflib/\\1.c")
library(bundled_gif GIF::GIF ${sources}/giflib ${gif})

library(bundled_hwy hwy::hwy ${sources}/highway highway/hwy/aligned_allocator.cc highway/hwy/targets.cc)
if(CMAKE_SYSTEM_PROCESSOR MATCHES wasm)
  target_compile_definitions(bundled_hwy PUBLIC HWY_COMPILE_ONLY_STATIC)
else()  # the variant for several threads
  set(BUILD_SHARED_LIBS OFF)
  set(TBB_TEST OFF)
  set(TBB_STRICT OFF)
  set(TBBMALLOC_BUILD OFF)
  set(TBB_INSTALL OFF)
  set(CMAKE_POLICY_DEFAULT_CMP0063 NEW)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)  # Variables set here override the library's options.
  add_subdirectory(${sources}/onetbb ${PROJECT_BINARY_DIR}/onetbb EXCLUDE_FROM_ALL SYSTEM)
  target_compile_options(tbb PRIVATE -w)
endif()
endblock()
