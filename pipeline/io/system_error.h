#pragma once

#include <cstdint>
#include <string>
#include <system_error>

#include "formats/result.h"

namespace wardrobe {

/// Returns the reason for which the last call into the system failed.
std::error_code last_error();

/// Returns a reason as an Error, "WHAT: REASON", with POSIX's text for the reason on all systems.
inline Error system_error(const std::string& what, uint64_t offset = kNoOffset,
                          std::error_code code = last_error()) {
  const std::error_condition reason = code.default_error_condition();
  const bool missing = reason == std::errc::no_such_file_or_directory;
  return {missing ? ErrorCode::not_found : ErrorCode::io, offset, what + ": " + reason.message()};
}

}  // namespace wardrobe
