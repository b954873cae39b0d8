#include "tools/page/image_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>
#include <zlib.h>

namespace wardrobe {
namespace {

/// Deflates pieces of data into one stream. Not thread-safe.
class Deflater {
 public:
  Deflater() {
    constexpr int kRaw = -15;  // window bits; negative: no header and no checksum
    constexpr int kMemory = 9;
    constexpr int kLevel = 7;  // 9 takes four times as long, for 2 % less
    ready_ = deflateInit2(&stream_, kLevel, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY) == Z_OK;
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  bool ready() const { return ready_; }

  void add(std::vector<uint8_t>& piece) { run(piece, Z_NO_FLUSH); }

  /// The deflated data.
  std::vector<uint8_t> finish() {
    std::vector<uint8_t> nothing;
    run(nothing, Z_FINISH);
    return std::move(deflated_);
  }

 private:
  void run(std::vector<uint8_t>& piece, int flush) {
    stream_.next_in = piece.data();
    stream_.avail_in = static_cast<uInt>(piece.size());  // a frame: at most 8 MiB
    do {
      std::array<uint8_t, size_t{64} * 1024> out;
      stream_.next_out = out.data();
      stream_.avail_out = out.size();
      deflate(&stream_, flush);
      deflated_.insert(deflated_.end(), out.begin(), out.end() - stream_.avail_out);
    } while (stream_.avail_out == 0);
  }

  z_stream stream_ = {};
  bool ready_ = false;
  std::vector<uint8_t> deflated_;
};

}  // namespace

Result<std::string> image_text(const Archive& archive) {
  Deflater deflater;
  if (!deflater.ready()) return Error{ErrorCode::limit, kNoOffset, "not enough memory"};
  ZstdDecompressor decompressor;
  std::vector<uint8_t> piece;
  for (size_t frame = 0; frame < archive.seek_table().count(); ++frame) {
    piece.resize(archive.seek_table().frame_size(frame));
    TRY(decompressor.decompress(archive.file(), archive.seek_table(), frame, piece));
    deflater.add(piece);
  }
  return base64(deflater.finish());
}

std::string base64(Bytes bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - at);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < count ? bytes[at + i] : 0);
    for (size_t i = 0; i < 4; ++i) text += i <= count ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

}  // namespace wardrobe
