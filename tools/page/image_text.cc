#include "tools/page/image_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>
#include <zlib.h>

namespace wardrobe {
namespace {

/// Deflates pieces of data into one stream, and appends it to a text in base64. Not thread-safe.
class Deflater {
 public:
  explicit Deflater(std::string& text) : text_(text) {
    constexpr int kRaw = -15;  // window bits; negative: no header and no checksum
    constexpr int kMemory = 9;
    constexpr int kLevel = 7;  // 9 takes four times as long, for 2 % less
    ready_ = deflateInit2(&stream_, kLevel, Z_DEFLATED, kRaw, kMemory, Z_DEFAULT_STRATEGY) == Z_OK;
    empty();
  }
  Deflater(const Deflater&) = delete;
  Deflater& operator=(const Deflater&) = delete;
  ~Deflater() { deflateEnd(&stream_); }

  bool ready() const { return ready_; }

  void add(std::vector<uint8_t>& piece) { run(piece, Z_NO_FLUSH); }

  void finish() {
    std::vector<uint8_t> nothing;
    run(nothing, Z_FINISH);
    append_base64(Bytes(deflated_).first(deflated_.size() - stream_.avail_out), text_);
  }

 private:
  void run(std::vector<uint8_t>& piece, int flush) {
    stream_.next_in = piece.data();
    stream_.avail_in = static_cast<uInt>(piece.size());  // a frame: at most 8 MiB
    for (deflate(&stream_, flush); stream_.avail_out == 0; deflate(&stream_, flush)) {
      append_base64(deflated_, text_);
      empty();
    }
  }

  void empty() {
    stream_.next_out = deflated_.data();
    stream_.avail_out = static_cast<uInt>(deflated_.size());
  }

  std::string& text_;
  z_stream stream_ = {};
  bool ready_ = false;
  std::array<uint8_t, size_t{48} * 1024> deflated_{};  ///< whole groups of base64
};

}  // namespace

Status append_image(const Archive& archive, std::string& text) {
  Deflater deflater(text);
  if (!deflater.ready()) return Error{ErrorCode::limit, kNoOffset, "not enough memory"};
  text.reserve(text.size() + archive.file().size() / 2 * 3);  // usually a little more than it takes
  ZstdDecompressor decompressor;
  std::vector<uint8_t> piece;
  for (size_t frame = 0; frame < archive.seek_table().count(); ++frame) {
    piece.resize(archive.seek_table().frame_size(frame));
    TRY(decompressor.decompress(archive.file(), archive.seek_table(), frame, piece));
    deflater.add(piece);
  }
  deflater.finish();
  return ok();
}

void append_base64(Bytes bytes, std::string& text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - at);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < count ? bytes[at + i] : 0);
    for (size_t i = 0; i < 4; ++i) text += i <= count ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
  }
}

}  // namespace wardrobe
