// Opens an archive whose image is the input, with valid checksums.

#include <cstdint>

#include "formats/bytes.h"
#include "tests/heavy/fuzz/damaged_archive.h"
#include "tests/heavy/fuzz/use_archive.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  if (size < kImageHeaderSize) return 0;
  const Bytes image(data, size);
  const uint64_t columns = ByteReader(image, 12).u32();
  use_archive(archive_of(image, kImageHeaderSize + kDirectoryEntrySize * columns));
  return 0;
}
