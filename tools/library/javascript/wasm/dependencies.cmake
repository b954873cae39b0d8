# The libraries of a WebAssembly build, under the names that they have elsewhere: Highway, xxhash, fmt
# and nlohmann-json, of which the compiler finds Debian's headers, and zstd. Debian has it compiled
# only, and takes its sources out of whatever binds it; npm's zstd-napi holds them, of a version that
# package-lock.json pins.
enable_language(C)

add_library(hwy::hwy INTERFACE IMPORTED)
target_compile_definitions(hwy::hwy INTERFACE HWY_COMPILE_ONLY_STATIC)
add_library(PkgConfig::xxhash INTERFACE IMPORTED)
add_library(fmt::fmt INTERFACE IMPORTED)
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY FMT_EXCEPTIONS=0 FMT_STATIC_THOUSANDS_SEPARATOR=',')
add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
target_compile_definitions(nlohmann_json::nlohmann_json INTERFACE JSON_NOEXCEPTION)

set(zstd ${CMAKE_CURRENT_SOURCE_DIR}/tools/library/javascript/node_modules/zstd-napi/deps/zstd/lib)
file(GLOB zstd_sources ${zstd}/common/*.c ${zstd}/compress/*.c ${zstd}/decompress/*.c)
if(NOT zstd_sources)
  message(FATAL_ERROR "No zstd in ${zstd}; tools/page.sh installs it")
endif()
add_library(zstd STATIC ${zstd_sources})
add_library(zstd::libzstd_shared ALIAS zstd)
target_include_directories(zstd SYSTEM INTERFACE ${zstd})
target_compile_definitions(zstd PRIVATE ZSTD_DISABLE_ASM)
set_target_properties(zstd PROPERTIES UNITY_BUILD OFF COMPILE_WARNING_AS_ERROR OFF)
