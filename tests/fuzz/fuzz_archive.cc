// Right checksums over wrong contents: the image of an archive is damaged before it is compressed.

#include "formats/archive/archive.h"
#include "tests/formats/archive/small_archive.h"
#include "tests/fuzz/edits.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace wardrobe;
  static const SmallArchive kSmall = small_archive();
  static const Image kImage = build_image(kSmall.tables);
  static FrameCompressor compressor;
  Image image = kImage;
  image.head = edited(image.head, {data, size});
  image.head.insert(image.head.end(), kSmall.pixels.begin(), kSmall.pixels.end());
  const size_t directory = std::min<size_t>(image.directory_end, image.head.size());
  std::vector<ZstdFrame> frames(2);
  const Bytes bytes(image.head);
  require(static_cast<bool>(compressor.compress(bytes.first(directory), 1, frames[0])));
  require(static_cast<bool>(compressor.compress(bytes.subspan(directory), 1, frames[1])));
  const std::vector<uint8_t> file = build_file(frames);

  Result<Archive> archive = Archive::open(file);
  if (!archive) return 0;
  const Result<Tables> tables = archive->read_tables();
  if (!tables) return 0;
  std::vector<uint8_t> pixels;
  for (uint32_t row = 0; row < tables->pictures.width.size(); ++row) {
    require(static_cast<bool>(archive->read_picture(tables->pictures, row, pixels)));
    require(pixels.size() == size_t{tables->pictures.width[row]} * tables->pictures.height[row]);
  }
  return 0;
}
