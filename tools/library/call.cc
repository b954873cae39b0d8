#include "tools/library/call.h"

namespace wardrobe {
namespace {

wardrobe_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::io:
      return WARDROBE_E_IO;
    case ErrorCode::not_found:
      return WARDROBE_E_NOT_FOUND;
    case ErrorCode::unknown_format:
      return WARDROBE_E_UNKNOWN_FORMAT;
    case ErrorCode::truncated:
      return WARDROBE_E_TRUNCATED;
    case ErrorCode::damaged:
    case ErrorCode::odd:
      return WARDROBE_E_DAMAGED;
    case ErrorCode::limit:
      return WARDROBE_E_LIMIT;
    case ErrorCode::cancelled:
      return WARDROBE_E_CANCELLED;
    case ErrorCode::memory:
      return WARDROBE_E_MEMORY;
  }
  return WARDROBE_E_DAMAGED;
}

/// The number of bytes of `message` that fit into `most`, without a part of a UTF-8 character at
/// the end.
size_t fitting(const char* message, size_t most) {
  size_t size = std::strlen(message);
  if (size <= most) return size;
  size = most;
  while (size > 0 && (static_cast<uint8_t>(message[size]) & 0xC0) == 0x80) --size;
  return size;
}

}  // namespace

Outcome::Outcome(Error why) : status(status_of(why.code)), error(std::move(why)) {}

wardrobe_status report(wardrobe_error* error, wardrobe_status status, uint64_t offset,
                       const char* message) noexcept {
  if (error != nullptr) {
    *error = {};
    error->status = status;
    error->offset = offset;
    std::memcpy(error->message, message, fitting(message, sizeof(error->message) - 1));
  }
  return status;
}

}  // namespace wardrobe
