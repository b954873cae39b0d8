// Reads archives whose image was damaged before compression, so that the checksums are valid.

#include <cstdint>
#include <vector>

#include "tests/heavy/fuzz/damaged_archive.h"
#include "tests/heavy/fuzz/use_archive.h"
#include "tests/unit/formats/archive/small_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const SmallArchive kSmall[] = {small_archive(), small_room_archive()};
  if (size == 0) return 0;
  // The first byte chooses the archive.
  use_archive(damaged_archive(kSmall[data[0] & 1], {data + 1, size - 1}));
  return 0;
}
