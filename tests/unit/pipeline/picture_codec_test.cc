#include <gtest/gtest.h>

#include "formats/costume.h"
#include "kernels/encode.h"
#include "pipeline/parse.h"

namespace wardrobe {
namespace {

DecodeEnd decoded(uint8_t codec, Bytes in, size_t width, size_t height) {
  std::vector<uint8_t> out(width * height + kPixelPadding);
  std::vector<uint8_t> scratch;
  return PictureCodec{codec, 16}.decode(in, width, height, out, scratch).end;
}

TEST(PictureCodec, DecodesPicturesOfTheFewestBytes) {
  const std::vector<uint8_t> blank(size_t{300} * 300, 3);
  std::vector<uint8_t> majmin(encode_majmin_bound(blank.size()));
  majmin.resize(encode_majmin(blank, 300, 300, majmin));
  EXPECT_EQ(decoded(kAkosMajMin, majmin, 300, 300), DecodeEnd::complete);
  EXPECT_EQ(decoded(kAkosTrle, std::vector<uint8_t>(80), 300, 40), DecodeEnd::complete)
      << "empty rows";
  EXPECT_EQ(decoded(kAkosRle, std::vector<uint8_t>{0x10, 255}, 255, 1), DecodeEnd::complete);
  EXPECT_EQ(decoded(kAkosBomp, std::vector<uint8_t>{2, 0, 0xFF, 1}, 128, 1), DecodeEnd::complete);
  EXPECT_EQ(decoded(cost_codec(Version::v1), std::vector<uint8_t>{0xFF, 1}, 1016, 1),
            DecodeEnd::complete);
}

TEST(PictureCodec, FindsDataThatIsTooShort) {
  for (const uint8_t codec : {kAkosRle, kAkosBomp, kAkosMajMin, kAkosTrle}) {
    EXPECT_EQ(decoded(codec, {}, 2, 2), DecodeEnd::truncated) << int{codec};
    EXPECT_EQ(decoded(codec, std::vector<uint8_t>{1}, 2048, 2048), DecodeEnd::truncated)
        << int{codec};
  }
}

}  // namespace
}  // namespace wardrobe
