#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace wardrobe {

/// What kind of trouble an Error is.
enum class ErrorCode : uint8_t {
  io,              ///< the system could not read, write, sync or rename
  not_found,       ///< something that was named is not there
  unknown_format,  ///< not what it was taken for: another tag, version or format number
  truncated,       ///< it ends before what it says it holds
  damaged,         ///< its parts contradict each other
  limit,           ///< larger than a limit allows (SCUMM.md §7 "Limits")
};

/// Where an error has no place in a file.
inline constexpr uint64_t kNoOffset = ~uint64_t{0};

/// Why something could not be done, for a person to read. `offset` counts bytes in whatever the
/// function that returns it was given: a file, or a block's payload.
struct Error {
  ErrorCode code = ErrorCode::damaged;
  uint64_t offset = kNoOffset;
  std::string message;
};

/// A value or the reason why there is none.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }

  /// Only where there is a value.
  T& operator*() & { return *std::get_if<0>(&state_); }
  const T& operator*() const& { return *std::get_if<0>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }

  /// Only where there is none.
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

/// Done, or the reason why not.
using Status = Result<std::monostate>;

inline Status ok() { return std::monostate{}; }

/// "FILE: message (at byte N)", without the place where there is none.
inline std::string describe(std::string_view file, const Error& error) {
  std::string text = std::string(file) + ": " + error.message;
  if (error.offset != kNoOffset) text += " (at byte " + std::to_string(error.offset) + ")";
  return text;
}

}  // namespace wardrobe
