#pragma once

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>

#include "formats/result.h"
#include "pipeline/io/files.h"

namespace wardrobe {

/// Returns the reason for which the last call into the system failed.
std::error_code last_error();

/// Returns last_error() as an Error, "WHAT: REASON", with POSIX's text for the reason on all
/// systems.
inline Error system_error(const std::string& what, uint64_t offset = kNoOffset) {
  const std::error_condition reason = last_error().default_error_condition();
  const bool missing = reason == std::errc::no_such_file_or_directory;
  return {missing ? ErrorCode::not_found : ErrorCode::io, offset, what + ": " + reason.message()};
}

/// Calls create(name) with random names in `folder` until one is free, and returns that name. The
/// names are short, because the final file's name may be as long as the file system allows.
template <class Create>
Result<std::filesystem::path> create_temporary(const std::filesystem::path& folder, Create create) {
  constexpr int kTries = 100;
  std::random_device random;
  for (int i = 0; i < kTries; ++i) {
    const uint64_t suffix = uint64_t{random()} << 32 | random();
    const std::filesystem::path name =
        folder / path_from(".wardrobe." + std::to_string(suffix) + ".tmp");
    if (create(name)) return name;
    if (last_error() != std::errc::file_exists) break;
  }
  return system_error("cannot create");
}

}  // namespace wardrobe
