#include "tools/export/gif_writer.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>

#include <gif_lib.h>

namespace wardrobe {
namespace {

constexpr int kColorBits = 8;

/// giflib's output function; returns the number of bytes written.
int append(GifFileType* gif, const GifByteType* bytes, int count) {
  auto& out = *static_cast<std::vector<uint8_t>*>(gif->UserData);
  try {
    out.insert(out.end(), bytes, bytes + count);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return count;
}

}  // namespace

void GifWriter::Close::operator()(GifFileType* gif) const { EGifCloseFile(gif, nullptr); }

GifWriter::GifWriter(uint32_t width, uint32_t height, const ImagePalette& palette, uint16_t loops)
    : palette_(palette),
      bytes_(std::make_unique<std::vector<uint8_t>>()),
      gif_(EGifOpen(bytes_.get(), append, &error_)) {
  if (gif_ == nullptr) return;
  EGifSetGifVersion(gif_.get(), true);
  std::array<GifColorType, ImagePalette::kColors> colors;
  for (size_t i = 0; i < colors.size(); ++i) {
    colors[i] = {palette.rgb[3 * i], palette.rgb[3 * i + 1], palette.rgb[3 * i + 2]};
  }
  ColorMapObject* const map = GifMakeMapObject(static_cast<int>(colors.size()), colors.data());
  check(map == nullptr
            ? GIF_ERROR
            : EGifPutScreenDesc(gif_.get(), static_cast<int>(width), static_cast<int>(height),
                                kColorBits, palette.transparent.value_or(0), map));
  GifFreeMapObject(map);
  put_loops(loops);
}

/// Netscape's looping extension, which all browsers support.
void GifWriter::put_loops(uint16_t loops) {
  constexpr std::string_view kName = "NETSCAPE2.0";
  const std::array<uint8_t, 3> block = {1, static_cast<uint8_t>(loops & 0xFF),
                                        static_cast<uint8_t>(loops >> 8)};
  check(EGifPutExtensionLeader(gif_.get(), APPLICATION_EXT_FUNC_CODE));
  check(EGifPutExtensionBlock(gif_.get(), kName.size(), kName.data()));
  check(EGifPutExtensionBlock(gif_.get(), block.size(), block.data()));
  check(EGifPutExtensionTrailer(gif_.get()));
}

/// How the next image is shown.
void GifWriter::put_control(uint16_t centiseconds) {
  GraphicsControlBlock control{};
  control.DisposalMode = DISPOSE_BACKGROUND;
  control.DelayTime = centiseconds;
  control.TransparentColor = palette_.transparent ? *palette_.transparent : NO_TRANSPARENT_COLOR;
  std::array<GifByteType, 4> extension;
  EGifGCBToExtension(&control, extension.data());
  check(EGifPutExtension(gif_.get(), GRAPHICS_EXT_FUNC_CODE, extension.size(), extension.data()));
}

GifImage GifWriter::add(const IndexImage& image, uint16_t centiseconds) {
  if (gif_ == nullptr || error_ != 0) return {};
  put_control(centiseconds);
  const auto start = static_cast<ptrdiff_t>(bytes_->size());
  check(EGifPutImageDesc(gif_.get(), 0, 0, static_cast<int>(image.width),
                         static_cast<int>(image.height), false, nullptr));
  for (size_t y = 0; y < image.height && error_ == 0; ++y) {
    const auto first = image.pixels.begin() + static_cast<ptrdiff_t>(y * image.width);
    row_.assign(first, first + image.width);  // giflib may modify its input
    check(EGifPutLine(gif_.get(), row_.data(), static_cast<int>(row_.size())));
  }
  return {{bytes_->begin() + start, bytes_->end()}};
}

void GifWriter::add(const GifImage& known, uint16_t centiseconds) {
  if (gif_ == nullptr || error_ != 0) return;
  put_control(centiseconds);
  bytes_->insert(bytes_->end(), known.bytes.begin(), known.bytes.end());
}

Result<std::vector<uint8_t>> GifWriter::finish() {
  int error = error_;
  if (gif_ != nullptr && EGifCloseFile(gif_.release(), &error) == GIF_OK && error_ == 0) {
    return std::move(*bytes_);
  }
  const char* const why = GifErrorString(error_ != 0 ? error_ : error);
  return Error{ErrorCode::io, kNoOffset, std::string("no GIF: ") + (why == nullptr ? "?" : why)};
}

void GifWriter::check(int result) {
  if (result == GIF_OK || error_ != 0) return;
  error_ = gif_->Error != 0 ? gif_->Error : E_GIF_ERR_WRITE_FAILED;
}

}  // namespace wardrobe
