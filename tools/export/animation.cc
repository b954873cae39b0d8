#include "tools/export/animation.h"

#include <algorithm>
#include <array>
#include <libdeflate.h>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <gif_lib.h>

#include "formats/bytes.h"
#include "formats/tables.h"

namespace wardrobe {
namespace {

/// giflib's output function. Returns the number of bytes written.
int append(GifFileType* gif, const GifByteType* bytes, int count) {
  auto& out = *static_cast<std::vector<uint8_t>*>(gif->UserData);
  try {
    out.insert(out.end(), bytes, bytes + count);
  } catch (const std::bad_alloc&) {
    return 0;
  }
  return count;
}

/// Makes the bytes of an animated GIF.
class GifFile {
 public:
  GifFile(uint32_t width, uint32_t height, const ImagePalette& palette, uint16_t loops)
      : palette_(palette), gif_(EGifOpen(&bytes_, append, &error_)) {
    if (gif_ == nullptr) return;
    EGifSetGifVersion(gif_.get(), true);
    std::array<GifColorType, ImagePalette::kColors> colors;
    for (size_t i = 0; i < colors.size(); ++i) {
      colors[i] = {palette.rgb[3 * i], palette.rgb[3 * i + 1], palette.rgb[3 * i + 2]};
    }
    constexpr int kColorBits = 8;
    ColorMapObject* const map = GifMakeMapObject(static_cast<int>(colors.size()), colors.data());
    check(map == nullptr
              ? GIF_ERROR
              : EGifPutScreenDesc(gif_.get(), static_cast<int>(width), static_cast<int>(height),
                                  kColorBits, palette.transparent.value_or(0), map));
    GifFreeMapObject(map);
    put_loops(loops);
  }
  GifFile(const GifFile&) = delete;  // giflib holds addresses of members
  GifFile& operator=(const GifFile&) = delete;

  /// Sets how long the next image is shown. After that time, it is cleared.
  void put_control(uint16_t centiseconds) {
    if (error_ != 0) return;
    GraphicsControlBlock control{};
    control.DisposalMode = DISPOSE_BACKGROUND;
    control.DelayTime = centiseconds;
    control.TransparentColor = palette_.transparent ? *palette_.transparent : NO_TRANSPARENT_COLOR;
    std::array<GifByteType, 4> extension;
    EGifGCBToExtension(&control, extension.data());
    check(EGifPutExtension(gif_.get(), GRAPHICS_EXT_FUNC_CODE, extension.size(), extension.data()));
  }

  /// Appends an image, and returns its bytes: its descriptor and its compressed pixels.
  std::vector<uint8_t> put(const IndexImage& image) {
    if (error_ != 0) return {};
    const auto start = static_cast<ptrdiff_t>(bytes_.size());
    check(EGifPutImageDesc(gif_.get(), 0, 0, static_cast<int>(image.width),
                           static_cast<int>(image.height), false, nullptr));
    std::vector<uint8_t> row;
    for (size_t y = 0; y < image.height && error_ == 0; ++y) {
      const auto first = image.pixels.begin() + static_cast<ptrdiff_t>(y * image.width);
      row.assign(first, first + image.width);  // giflib may modify its input
      if (has_shadow_) put_gaps(y, row);
      check(EGifPutLine(gif_.get(), row.data(), static_cast<int>(row.size())));
    }
    return {bytes_.begin() + start, bytes_.end()};
  }

  /// Appends the bytes of an image.
  void put(Bytes image) { bytes_.insert(bytes_.end(), image.begin(), image.end()); }

  /// The file, or the first error. Call it once, at the end.
  Result<std::vector<uint8_t>> finish() {
    int error = error_;
    if (gif_ != nullptr && EGifCloseFile(gif_.release(), &error) == GIF_OK && error_ == 0) {
      return std::move(bytes_);
    }
    const char* const why = GifErrorString(error_ != 0 ? error_ : error);
    return Error{ErrorCode::io, kNoOffset, std::string("no GIF: ") + (why == nullptr ? "?" : why)};
  }

 private:
  struct Close {
    void operator()(GifFileType* gif) const { EGifCloseFile(gif, nullptr); }
  };

  /// Netscape's looping extension, which all browsers support.
  void put_loops(uint16_t loops) {
    constexpr std::string_view kName = "NETSCAPE2.0";
    const std::array<uint8_t, 3> block = {1, static_cast<uint8_t>(loops & 0xFF),
                                          static_cast<uint8_t>(loops >> 8)};
    check(EGifPutExtensionLeader(gif_.get(), APPLICATION_EXT_FUNC_CODE));
    check(EGifPutExtensionBlock(gif_.get(), kName.size(), kName.data()));
    check(EGifPutExtensionBlock(gif_.get(), block.size(), block.data()));
    check(EGifPutExtensionTrailer(gif_.get()));
  }

  /// Makes every other pixel of shadows transparent: a GIF has no other opacity.
  void put_gaps(size_t y, std::vector<uint8_t>& row) const {
    for (size_t x = y % 2; x < row.size(); x += 2) {
      if (palette_.shadow[row[x]]) row[x] = palette_.transparent.value_or(row[x]);
    }
  }

  void check(int result) {
    if (result == GIF_OK || error_ != 0) return;
    error_ = gif_->Error != 0 ? gif_->Error : E_GIF_ERR_WRITE_FAILED;
  }

  const ImagePalette& palette_;
  const bool has_shadow_ = std::ranges::find(palette_.shadow, true) != palette_.shadow.end();
  std::vector<uint8_t> bytes_;
  int error_ = 0;  ///< the first error of giflib
  std::unique_ptr<GifFileType, Close> gif_;
};

struct PngChunk {
  std::string_view kind;
  Bytes data;
};

constexpr size_t kPngSignature = 8;

/// The chunks of a PNG that libpng has just written.
std::vector<PngChunk> chunks_of(Bytes png) {
  std::vector<PngChunk> chunks;
  ByteReader in(png, kPngSignature);
  while (in.left() > 0) {
    const uint32_t size = in.u32_be();
    const Bytes kind = in.take(4);
    chunks.push_back({as_text(kind), in.take(size)});
    in.take(4);
  }
  return chunks;
}

/// Makes the bytes of an animated PNG out of PNGs that have one size and one palette.
class ApngFile {
 public:
  ApngFile(size_t frames, uint16_t loops) {
    ByteWriter out(animation_);
    out.u32_be(static_cast<uint32_t>(frames));
    out.u32_be(loops);
  }

  void put(Bytes png, uint32_t milliseconds) {
    const bool first = file_.empty();
    if (first) file_.assign(png.begin(), png.begin() + kPngSignature);
    bool has_control = false;
    for (const PngChunk& chunk : chunks_of(png)) {
      if (chunk.kind == "IDAT") {
        if (!std::exchange(has_control, true)) put_control(milliseconds);
        put_pixels(first, chunk.data);
      } else if (first && chunk.kind != "IEND") {
        put_chunk(chunk.kind, chunk.data);
        if (chunk.kind != "IHDR") continue;
        std::copy_n(chunk.data.begin(), size_.size(), size_.begin());
        put_chunk("acTL", animation_);
      }
    }
  }

  std::vector<uint8_t> finish() {
    put_chunk("IEND", {});
    return std::move(file_);
  }

 private:
  void put_chunk(std::string_view kind, Bytes data) {
    ByteWriter out(file_);
    out.u32_be(static_cast<uint32_t>(data.size()));
    const size_t start = out.position();
    out.text(kind);
    out.bytes(data);
    const Bytes covered = Bytes(file_).subspan(start);
    out.u32_be(libdeflate_crc32(0, covered.data(), covered.size()));
  }

  /// Writes fcTL, which says how the next image is shown.
  void put_control(uint32_t milliseconds) {
    std::vector<uint8_t> data;
    ByteWriter out(data);
    out.u32_be(sequence_++);
    out.bytes(size_);
    out.zeros(8);  // x, y
    // The duration is a fraction of a second with 16-bit numerator and denominator.
    const uint32_t unit = milliseconds > 0xFFFF ? 10 : 1;
    out.u32_be(milliseconds / unit << 16 | 1000 / unit);
    out.zeros(2);  // the image stays until the next one replaces it
    put_chunk("fcTL", data);
  }

  void put_pixels(bool first, Bytes data) {
    if (first) return put_chunk("IDAT", data);
    std::vector<uint8_t> numbered;
    ByteWriter out(numbered);
    out.u32_be(sequence_++);
    out.bytes(data);
    put_chunk("fdAT", numbered);
  }

  std::vector<uint8_t> animation_;  ///< acTL: the numbers of frames and of loops
  std::vector<uint8_t> file_;
  std::array<uint8_t, 8> size_{};  ///< width and height, as IHDR has them
  uint32_t sequence_ = 0;          ///< of fcTL and fdAT chunks
};

}  // namespace

void AnimationWriter::keep(uint32_t look, std::vector<uint8_t> image) {
  constexpr size_t kMostKept = 8 << 20;
  if (look == kNone) return;
  if (kept_ + image.size() > kMostKept) {
    images_.clear();
    kept_ = 0;
  }
  kept_ += image.size();
  images_.insert_or_assign(look, std::move(image));
}

Result<std::vector<uint8_t>> AnimationWriter::write(std::span<const AnimationFrame> frames,
                                                    uint16_t loops) {
  return format_ == AnimationFormat::gif ? write_gif(frames, loops) : write_apng(frames, loops);
}

Result<std::vector<uint8_t>> AnimationWriter::write_gif(std::span<const AnimationFrame> frames,
                                                        uint16_t loops) {
  GifFile gif(width_, height_, palette_, loops);
  // Times are in hundredths of a second. Rounding the start of each frame, not its duration, keeps
  // errors from adding up.
  uint64_t ticks = 0;
  for (const AnimationFrame& frame : frames) {
    const uint64_t start = ticks * tick_ms_ / 10;
    ticks += frame.ticks;
    gif.put_control(static_cast<uint16_t>(ticks * tick_ms_ / 10 - start));
    if (const auto known = images_.find(frame.look); known != images_.end()) {
      gif.put(known->second);
    } else {
      ASSIGN_OR_RETURN(const IndexImage image, draw_(frame.tick));
      keep(frame.look, gif.put(image));
    }
  }
  return gif.finish();
}

Result<std::vector<uint8_t>> AnimationWriter::write_apng(std::span<const AnimationFrame> frames,
                                                         uint16_t loops) {
  ApngFile apng(frames.size(), loops);
  for (const AnimationFrame& frame : frames) {
    const uint32_t milliseconds = frame.ticks * tick_ms_;
    if (const auto known = images_.find(frame.look); known != images_.end()) {
      apng.put(known->second, milliseconds);
    } else {
      ASSIGN_OR_RETURN(const IndexImage image, draw_(frame.tick));
      ASSIGN_OR_RETURN(const Bytes png, png_.write(image, palette_));
      apng.put(png, milliseconds);
      keep(frame.look, {png.begin(), png.end()});
    }
  }
  return apng.finish();
}

}  // namespace wardrobe
