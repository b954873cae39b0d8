// The modules' own functions, beside those of libwardrobe: their interface to lib/instance.js.

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "tools/library/wardrobe.h"
#include "tools/library/wardrobe_pack.h"

// JavaScript reads and writes these members at these offsets.
static_assert(sizeof(wardrobe_error) == 256 && offsetof(wardrobe_error, offset) == 8 &&
              offsetof(wardrobe_error, message) == 16);
static_assert(sizeof(wardrobe_cel) == 16 && offsetof(wardrobe_cel, x) == 4 &&
              offsetof(wardrobe_cel, index) == 12 && offsetof(wardrobe_cel, limb) == 14 &&
              offsetof(wardrobe_cel, flip) == 15);
static_assert(sizeof(wardrobe_event) == 12 && offsetof(wardrobe_event, value) == 4 &&
              offsetof(wardrobe_event, limb) == 8 && offsetof(wardrobe_event, kind) == 9);
static_assert(sizeof(wardrobe_file) == 12 && offsetof(wardrobe_file, bytes) == 4);
static_assert(sizeof(wardrobe_pack_options) == 28 && offsetof(wardrobe_pack_options, game) == 8 &&
              offsetof(wardrobe_pack_options, max_ticks) == 12 &&
              offsetof(wardrobe_pack_options, progress) == 16 &&
              offsetof(wardrobe_pack_options, rooms) == 24);

namespace {

extern "C" {
/// Functions of lib/instance.js. out_of_memory throws, and so ends the instance.
[[clang::import_module("wardrobe"), clang::import_name("out_of_memory")]] void out_of_memory();
[[clang::import_module("wardrobe"), clang::import_name("progress")]] int progress(void* user,
                                                                                  uint32_t done,
                                                                                  uint32_t total);
}

[[maybe_unused]] const std::new_handler kHandler = std::set_new_handler(out_of_memory);

}  // namespace

extern "C" {

/// The function for the `progress` member of wardrobe_pack_options.
[[clang::export_name("progress_function")]] decltype(wardrobe_pack_options::progress)
progress_function() {
  return progress;
}

/// Functions of the C++ ABI that Debian does not have for WebAssembly. An exception ends the
/// instance.
void* __cxa_allocate_exception(size_t) { std::abort(); }
void __cxa_throw(void*, void*, void (*)(void*)) { std::abort(); }

// Functions in less code than those of libraries, which have tables of 8 KB and all that printf can
// do.

uint32_t libdeflate_crc32(uint32_t crc, const void* data, size_t size) {
  constexpr uint32_t kPolynomial = 0xEDB88320;
  crc = ~crc;
  for (size_t i = 0; i < size; ++i) {
    crc ^= static_cast<const uint8_t*>(data)[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (kPolynomial & (0 - (crc & 1)));
  }
  return ~crc;
}

/// Only for JSON's "\\u%04x", once or twice.
int snprintf(char* text, size_t size, const char* format, ...) {
  constexpr size_t kLength = 6;
  if (format[0] != '\\' || size % kLength != 1) std::abort();
  va_list list;
  va_start(list, format);
  for (char* const end = text + size - 1; text < end; text += kLength) {
    const unsigned code = va_arg(list, unsigned);
    text[0] = '\\';
    text[1] = 'u';
    for (size_t i = 2; i < kLength; ++i) text[i] = "0123456789abcdef"[code >> 4 * (5 - i) & 15];
  }
  va_end(list);
  *text = 0;
  return static_cast<int>(size - 1);
}

/// What the C++ library says of an exception or a wrong argument before it ends the instance.
[[noreturn]] void abort_message(const char*, ...) { std::abort(); }
}

[[noreturn]] void std::__libcpp_verbose_abort(const char*, ...) { std::abort(); }
