#include <libdeflate.h>
#include <zlib.h>

#include <CLI/Version.hpp>
#include <fmt/core.h>
#include <gif_lib.h>
#include <hwy/highway.h>
#include <nlohmann/json_fwd.hpp>
#include <png.h>
#include <xxhash.h>
#include <zstd.h>

#include "kernels/target.h"
#include "pipeline/parallel.h"
#include "tools/program/command.h"

namespace wardrobe {

std::string version_text() {
  const auto dotted = [](int major, int minor, int patch) {
    return fmt::format("{}.{}.{}", major, minor, patch);
  };
  return fmt::format(
      "wardrobe {}\n"
      "{}{}; kernels for {}\n"
      "CLI11 {}, fmt {}, giflib {}, Highway {}, libdeflate {}, libpng {}, nlohmann-json {}, {}, "
      "xxHash {}, zlib "
      "{}, "
      "zstd {}",
      WARDROBE_VERSION, *WARDROBE_COMMIT != '\0' ? "commit " WARDROBE_COMMIT "; " : "",
      WARDROBE_COMPILER, kernel_target(), CLI11_VERSION,
      dotted(FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100),
      dotted(GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE), dotted(HWY_MAJOR, HWY_MINOR, HWY_PATCH),
      LIBDEFLATE_VERSION_STRING, PNG_LIBPNG_VER_STRING,
      dotted(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH),
      threads_version(), dotted(XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE),
      ZLIB_VERSION, ZSTD_VERSION_STRING);
}

}  // namespace wardrobe
