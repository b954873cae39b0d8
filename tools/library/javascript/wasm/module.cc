// The modules' own functions, beside those of libwardrobe: their interface to lib/instance.js.

#include <cstddef>
#include <cstdint>
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
}
