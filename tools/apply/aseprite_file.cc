#include "tools/apply/aseprite_file.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <zlib.h>

#include "formats/limits.h"
#include "tools/apply/read_game.h"
#include "tools/export/aseprite_format.h"

namespace wardrobe {
namespace {

constexpr size_t kChunkHeaderSize = 6;
constexpr size_t kMostColors = 256;

Error bad_aseprite(std::string message) {
  return {ErrorCode::damaged, kNoOffset, std::move(message)};
}

Error cut() { return bad_aseprite("the .aseprite file is damaged: it ends early"); }

class AsepriteReader {
 public:
  explicit AsepriteReader(Bytes file) : file_(file) {}

  Result<AsepriteFile> read() {
    ByteReader reader(file_, 4);
    if (reader.u16() != kAsepriteMagic) return bad_aseprite("not an .aseprite file");
    const size_t frames = reader.u16();
    reader.take(4);
    if (reader.u16() != kAsepriteIndexed) {
      return bad_aseprite("its pixels are no longer indexed; set Sprite > Color Mode > Indexed");
    }
    reader.take(4);
    default_ms_ = reader.u16();
    reader.take(8);
    out_.transparent = reader.u8();
    if (!reader.ok() || file_.size() < kAsepriteHeaderSize) return cut();
    size_t at = kAsepriteHeaderSize;
    for (size_t frame = 0; frame < frames; ++frame) {
      TRY(read_frame(frame, at));
    }
    if (out_.transparent < out_.palette.alpha.size()) out_.palette.alpha[out_.transparent] = 0;
    if (!anchor_) return bad_aseprite("its slice \"anchor\" is missing");
    for (AsepriteCel& cel : out_.cels) {
      cel.x -= anchor_->first;
      cel.y -= anchor_->second;
    }
    return std::move(out_);
  }

 private:
  /// What the next chunk of user data belongs to: the chunk before it.
  enum class Owner : uint8_t { none, layer, cel };

  /// Reads the frame at position `at`, and moves `at` past it.
  Status read_frame(size_t frame, size_t& at) {
    ByteReader reader(file_, at);
    const size_t size = reader.u32();
    const bool is_frame = reader.u16() == kAsepriteFrameMagic;
    const size_t old_chunks = reader.u16();
    const uint32_t ms = reader.u16();
    reader.take(2);
    const uint32_t new_chunks = reader.u32();
    if (!reader.ok() || !is_frame || size > file_.size() - at) return cut();
    out_.frame_ms.push_back(ms != 0 ? ms : default_ms_);
    const Bytes chunks = file_.first(at + size);
    size_t chunk = reader.position();
    at += size;
    for (size_t left = new_chunks != 0 ? new_chunks : old_chunks; left > 0; --left) {
      ByteReader header(chunks, chunk);
      const size_t chunk_size = header.u32();
      const AsepriteChunk kind{header.u16()};
      if (!header.ok() || chunk_size < kChunkHeaderSize || chunk_size > chunks.size() - chunk) {
        return cut();
      }
      const Bytes data = chunks.subspan(chunk + kChunkHeaderSize, chunk_size - kChunkHeaderSize);
      TRY(read_chunk(frame, kind, data));
      chunk += chunk_size;
    }
    return ok();
  }

  Status read_chunk(size_t frame, AsepriteChunk kind, Bytes data) {
    if (kind == AsepriteChunk::user_data) return read_user_data(data);
    if (kind == AsepriteChunk::cel_extra) return ok();  // later user data still belong to the cel
    owner_ = Owner::none;
    if (kind == AsepriteChunk::cel) return read_cel(frame, data);
    if (kind == AsepriteChunk::palette) return read_palette(data);
    if (kind == AsepriteChunk::old_palette && !has_palette_) return read_old_palette(data);
    if (kind == AsepriteChunk::slice) read_slice(data);
    if (kind == AsepriteChunk::layer) {
      out_.layer_data.emplace_back();
      owner_ = Owner::layer;
    }
    return ok();
  }

  Status read_palette(Bytes data) {
    ByteReader reader(data);
    reader.u32();
    const size_t first = reader.u32();
    const size_t last = reader.u32();
    reader.take(8);
    for (size_t i = first; i <= last; ++i) {
      const bool named = (reader.u16() & 1) != 0;
      const std::array<uint8_t, 3> rgb = {reader.u8(), reader.u8(), reader.u8()};
      const uint8_t alpha = reader.u8();
      if (named) reader.take(reader.u16());
      if (!reader.ok() || i >= kMostColors) return cut();
      put_color(i, rgb, alpha);
    }
    has_palette_ = true;
    return ok();
  }

  /// Reads packets of colours. Each packet has the number of colours to skip, the number of colours
  /// that follow (0 means 256), and these colours.
  Status read_old_palette(Bytes data) {
    ByteReader reader(data);
    size_t at = 0;
    for (size_t packets = reader.u16(); packets > 0; --packets) {
      at += reader.u8();
      const size_t count = reader.u8();
      for (const size_t end = at + (count == 0 ? kMostColors : count); at < end; ++at) {
        const std::array<uint8_t, 3> rgb = {reader.u8(), reader.u8(), reader.u8()};
        if (!reader.ok() || at >= kMostColors) return cut();
        put_color(at, rgb, kAsepriteOpaque);
      }
    }
    return ok();
  }

  void put_color(size_t i, const std::array<uint8_t, 3>& rgb, uint8_t alpha) {
    EditedPalette& palette = out_.palette;
    palette.rgb.resize(std::max(palette.rgb.size(), i + 1));
    palette.alpha.resize(palette.rgb.size(), kAsepriteOpaque);
    palette.rgb[i] = rgb;
    palette.alpha[i] = alpha;
  }

  Status read_user_data(Bytes data) {
    ByteReader reader(data);
    const bool has_text = (reader.u32() & kAsepriteHasText) != 0;
    const size_t length = has_text ? reader.u16() : 0;
    const Bytes text = reader.take(length);
    if (!reader.ok()) return cut();
    if (owner_ == Owner::layer) out_.layer_data.back().assign(text.begin(), text.end());
    if (owner_ == Owner::cel) out_.cels.back().data.assign(text.begin(), text.end());
    owner_ = Owner::none;
    return ok();
  }

  Status read_cel(size_t frame, Bytes data) {
    ByteReader reader(data);
    AsepriteCel cel;
    cel.frame = static_cast<uint32_t>(frame);
    cel.layer = reader.u16();
    cel.x = reader.i16();
    cel.y = reader.i16();
    reader.u8();
    const AsepriteCelType type{reader.u16()};
    reader.take(7);
    if (type == AsepriteCelType::link) return ok();
    if (type != AsepriteCelType::raw && type != AsepriteCelType::compressed) {
      return bad_aseprite("it has a cel of tiles or of an unknown kind");
    }
    cel.width = reader.u16();
    cel.height = reader.u16();
    if (!reader.ok()) return cut();
    if (!is_picture_size(cel.width, cel.height)) {
      return bad_aseprite("it has a cel of " + bad_size_text(cel.width, cel.height));
    }
    pixels_ += uint64_t{cel.width} * cel.height;
    if (pixels_ > kMaxEditPixels)
      return bad_aseprite("its cels have more than " + limit_text(kMaxEditPixels) + " pixels");
    TRY(read_pixels(type, data.subspan(reader.position()), cel));
    out_.cels.push_back(std::move(cel));
    owner_ = Owner::cel;
    return ok();
  }

  static Status read_pixels(AsepriteCelType type, Bytes data, AsepriteCel& cel) {
    const size_t count = size_t{cel.width} * cel.height;
    if (type == AsepriteCelType::raw) {
      if (data.size() < count) return cut();
      cel.pixels.assign(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(count));
      return ok();
    }
    cel.pixels.resize(count);
    uLongf size = count;
    const bool whole = uncompress(cel.pixels.data(), &size, data.data(), data.size()) == Z_OK;
    return whole && size == count
               ? ok()
               : Status(bad_aseprite("the .aseprite file is damaged: the pixels of a cel"));
  }

  void read_slice(Bytes data) {
    ByteReader reader(data);
    const uint32_t keys = reader.u32();
    const uint32_t flags = reader.u32();
    reader.u32();
    const Bytes name = reader.take(reader.u16());
    constexpr uint32_t kNinePatch = 1;
    if (as_text(name) != kAsepriteAnchor || keys == 0 || (flags & kAsepriteHasPivot) == 0) return;
    reader.u32();
    const auto x = static_cast<int32_t>(reader.u32());
    const auto y = static_cast<int32_t>(reader.u32());
    reader.take((flags & kNinePatch) != 0 ? 8 + 16 : 8);
    const auto pivot_x = static_cast<int32_t>(reader.u32());
    const auto pivot_y = static_cast<int32_t>(reader.u32());
    constexpr int32_t kMost = 1 << 20;
    const auto sane = [](int32_t v) { return v > -kMost && v < kMost; };
    if (reader.ok() && sane(x) && sane(y) && sane(pivot_x) && sane(pivot_y)) {
      anchor_ = {x + pivot_x, y + pivot_y};
    }
  }

  Bytes file_;
  AsepriteFile out_;
  bool has_palette_ = false;  ///< whether a palette of the new kind was read; it overrides the old
  uint32_t default_ms_ = 0;   ///< the duration of frames that have none of their own
  Owner owner_ = Owner::none;
  uint64_t pixels_ = 0;  ///< of all cels
  std::optional<std::pair<int32_t, int32_t>> anchor_;
};

}  // namespace

Result<AsepriteFile> read_aseprite(Bytes file) { return AsepriteReader(file).read(); }

}  // namespace wardrobe
