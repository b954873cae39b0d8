// Passes damaged archives to every function of wardrobe.h except wardrobe_open_file. The first byte
// chooses whether the damage is under valid checksums or in the file itself. Nothing may crash,
// whatever the tables contain.

#include <cstdint>
#include <cstring>
#include <vector>

#include "tests/heavy/fuzz/damaged_archive.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/heavy/fuzz/use_library.h"
#include "tests/unit/formats/archive/small_archive.h"
#include "tools/library/wardrobe.h"

namespace wardrobe {
namespace {

wardrobe_status open(const std::vector<uint8_t>& file, bool as_reader, wardrobe_archive** archive,
                     wardrobe_error* error) {
  if (!as_reader) return wardrobe_open_memory(file.data(), file.size(), archive, error);
  const auto read = [](void* user, uint64_t offset, void* out, size_t size) {
    std::memcpy(out, static_cast<const uint8_t*>(user) + offset, size);
    return 0;
  };
  const wardrobe_reader reader{const_cast<uint8_t*>(file.data()), file.size(), read, nullptr};
  return wardrobe_open_reader(&reader, sizeof(reader), archive, error);
}

}  // namespace
}  // namespace wardrobe

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const SmallArchive kSmall[] = {small_archive(), small_room_archive()};
  if (size == 0) return 0;
  const SmallArchive& small = kSmall[data[0] & 1];
  const Bytes edits(data + 1, size - 1);
  const std::vector<uint8_t> file =
      (data[0] & 2) != 0 ? edited(write_archive(small), edits) : damaged_archive(small, edits);
  wardrobe_archive* archive = nullptr;
  wardrobe_error error{};
  if (open(file, (data[0] & 4) != 0, &archive, &error) != WARDROBE_OK) {
    require(error.status != WARDROBE_OK && error.message[0] != 0);
    require(wardrobe_status_text(error.status)[0] != 0);
    return 0;
  }
  use_library(archive);
  return 0;
}
