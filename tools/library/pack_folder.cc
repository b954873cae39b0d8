#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "tools/library/pack_call.h"

using namespace wardrobe;

wardrobe_status wardrobe_pack_folder(const char* path, const wardrobe_pack_options* options,
                                     size_t options_size, wardrobe_packed** packed,
                                     wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (path == nullptr) return wrong_argument("path is NULL");
    return pack({options, options_size, packed}, [&] { return open_game(path_from(path)); });
  });
}
