#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "formats/result.h"
#include "tools/library/wardrobe.h"

namespace wardrobe {

/// The result of a C function.
struct Outcome {
  wardrobe_status status = WARDROBE_OK;
  Error error;

  Outcome() = default;
  Outcome(Error why);
  Outcome(const Status& done) {
    if (!done) *this = Outcome(done.error());
  }
  Outcome(wardrobe_status failure, std::string message)
      : status(failure), error{ErrorCode::damaged, kNoOffset, std::move(message)} {}
};

/// The outcome of a call with wrong arguments.
inline Outcome wrong_argument(std::string message) {
  return {WARDROBE_E_ARGUMENT, std::move(message)};
}

inline Outcome no_row(std::string_view table, uint32_t row) {
  return wrong_argument("there is no row " + std::to_string(row) + " of " + std::string(table));
}

/// Fills in the caller's `error` unless it is NULL. Returns `status`.
wardrobe_status report(wardrobe_error* error, wardrobe_status status, uint64_t offset,
                       const char* message) noexcept;

/// Runs the body of a C function that can fail. No exception leaves it. Our own code throws none;
/// the standard library, as used here, throws only if memory runs out.
template <class Body>
wardrobe_status guarded(wardrobe_error* error, const Body& body) noexcept {
  try {
    const Outcome outcome = body();
    if (outcome.status == WARDROBE_OK) return WARDROBE_OK;
    return report(error, outcome.status, outcome.error.offset, outcome.error.message.c_str());
  } catch (...) {
    return report(error, WARDROBE_E_MEMORY, kNoOffset, "there is not enough memory");
  }
}

/// Fills in a structure of the caller. `size` is its size for the caller; it may be smaller or
/// larger than T.
template <class T>
void fill(T* out, size_t size, const T& value) {
  std::memset(out, 0, size);
  std::memcpy(out, &value, std::min(size, sizeof(T)));
}

/// Reads a structure of the caller. `size` is its size for the caller; it may be smaller or larger
/// than T. Members that T lacks must be 0.
template <class T>
Outcome take(const T* in, size_t size, T& out) {
  out = {};
  if (in == nullptr) return wrong_argument("a structure is NULL");
  const size_t known = std::min(size, sizeof(T));
  std::memcpy(&out, in, known);
  const std::span rest(reinterpret_cast<const uint8_t*>(in) + known, size - known);
  if (std::ranges::all_of(rest, [](uint8_t byte) { return byte == 0; })) return {};
  return wrong_argument("a structure with members that this version of the library does not know");
}

}  // namespace wardrobe
