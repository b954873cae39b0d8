#pragma once

#include <cstdint>
#include <string>
#include <system_error>

#include "formats/result.h"

namespace wardrobe {

/// Makes the process safe to write files from, and its heap fast. Called once, first thing in main,
/// before any thread starts.
///
/// Standard streams that the caller closed are occupied, so that no file that is opened later gets
/// their numbers, and messages with them. Writing to a closed stdout stays an error. A file that
/// may not grow (ulimit -f) is an error of the write, not a signal. SIGINT, SIGTERM and SIGHUP,
/// unless the caller ignores them, end the process as usual, but only after unfinished folders
/// (UnfinishedFolder) are removed.
void prepare_process();

/// Whether the stream is a terminal.
bool output_is_terminal();
bool errors_are_terminal();

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
