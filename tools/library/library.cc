#include "tools/library/wardrobe.h"

static_assert(WARDROBE_VERSION == WARDROBE_PROJECT_VERSION,
              "wardrobe.h and CMakeLists.txt state different versions");

uint32_t wardrobe_version() { return WARDROBE_VERSION; }

const char* wardrobe_status_text(wardrobe_status status) {
  switch (status) {
    case WARDROBE_OK:
      return "no error";
    case WARDROBE_E_ARGUMENT:
      return "invalid argument";
    case WARDROBE_E_MEMORY:
      return "out of memory";
    case WARDROBE_E_IO:
      return "input or output failed";
    case WARDROBE_E_NOT_FOUND:
      return "not found";
    case WARDROBE_E_UNKNOWN_FORMAT:
      return "unknown format";
    case WARDROBE_E_TRUNCATED:
      return "truncated";
    case WARDROBE_E_DAMAGED:
      return "damaged";
    case WARDROBE_E_LIMIT:
      return "limit exceeded";
    case WARDROBE_E_CANCELLED:
      return "cancelled";
  }
  return "unknown status";
}
