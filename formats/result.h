#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace wardrobe {

enum class ErrorCode : uint8_t {
  io,              ///< the system could not read, write, sync or rename
  not_found,       ///< something that was asked for does not exist
  odd,             ///< something is strange, but no damage
  unknown_format,  ///< an unknown tag, version or format number
  truncated,       ///< the data ends early
  damaged,         ///< the data contradicts itself
  limit,           ///< a limit was exceeded
  memory,          ///< there is not enough memory
  cancelled,       ///< the caller asked to stop
};

/// What an error is that an archive records.
enum class FailureKind : uint8_t {
  damage = 0,
  note = 1,  ///< of ErrorCode::odd
};

/// The offset of an error that has no place in a file.
inline constexpr uint64_t kNoOffset = ~uint64_t{0};

/// No limb; also the limb of the table of an AKOS costume's cels.
inline constexpr uint8_t kNoLimb = 0xFF;
/// No index into a limb table.
inline constexpr uint16_t kNoIndex = 0xFFFF;

/// Why something failed. `message` is for people; `offset` is in bytes from the start of the
/// function's input: a file, or a block's payload. Readers that can do without the damaged part of
/// their input add the error to a list and go on; whoever called them knows the file and the room
/// (pipeline/failures.h).
struct Error {
  ErrorCode code = ErrorCode::damaged;
  uint64_t offset = kNoOffset;
  std::string message{};
  uint8_t limb = kNoLimb;     ///< where in a costume: the limb
  uint16_t index = kNoIndex;  ///< slot of the limb's table; of an AKOS, the cel
};

/// A value, or the error that prevented it. Access to the absent one ends the program.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }

  T& operator*() & { return *checked<0>(&state_); }
  const T& operator*() const& { return *checked<0>(&state_); }
  T&& operator*() && { return std::move(*checked<0>(&state_)); }
  T* operator->() { return checked<0>(&state_); }
  const T* operator->() const { return checked<0>(&state_); }

  const Error& error() const { return *checked<1>(&state_); }

 private:
  /// Returns the value or error that is asked for. Ends the program, in every build, if it is
  /// absent.
  template <size_t kIndex, class State>
  static auto* checked(State* state) {
    auto* held = std::get_if<kIndex>(state);
    if (held == nullptr) std::abort();
    return held;
  }

  std::variant<T, Error> state_;
};

/// Success, or the error.
using Status = Result<std::monostate>;

inline Status ok() { return std::monostate{}; }

/// TRY(expression); returns the error of a Status or Result to the caller, if it is one.
/// ASSIGN_OR_RETURN(target, expression); does the same, or else gives the value to the target: a
/// variable or a declaration, as in ASSIGN_OR_RETURN(const Bytes pixels, read_picture(row));
#define TRY(...)                                                    \
  do {                                                              \
    if (auto&& tried = (__VA_ARGS__); !tried) return tried.error(); \
  } while (false)
#define ASSIGN_OR_RETURN(target, ...) \
  WARDROBE_ASSIGN_OR_RETURN(WARDROBE_JOIN(tried_, __LINE__), target, __VA_ARGS__)
#define WARDROBE_ASSIGN_OR_RETURN(tried, target, ...) \
  auto tried = (__VA_ARGS__);                         \
  if (!tried) return tried.error();                   \
  target = *std::move(tried)
#define WARDROBE_JOIN(a, b) WARDROBE_JOIN_EXPANDED(a, b)
#define WARDROBE_JOIN_EXPANDED(a, b) a##b

/// "message (at byte N)", or without the place if the error has none.
inline std::string text_of(const Error& error) {
  if (error.offset == kNoOffset) return error.message;
  return error.message + " (at byte " + std::to_string(error.offset) + ")";
}

/// "FILE: message (at byte N)".
inline std::string describe(std::string_view file, const Error& error) {
  return std::string(file) + ": " + text_of(error);
}

}  // namespace wardrobe
