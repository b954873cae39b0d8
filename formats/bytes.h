#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "formats/result.h"

namespace wardrobe {

using Bytes = std::span<const uint8_t>;

inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A cursor over untrusted bytes. A read past the end returns zeros and makes the reader `!ok()`
/// for good, so that a whole structure can be read first and checked once.
class ByteReader {
 public:
  explicit ByteReader(Bytes bytes, size_t position = 0)
      : bytes_(bytes), position_(position), ok_(position <= bytes.size()) {}

  bool ok() const { return ok_; }
  size_t position() const { return position_; }
  size_t left() const { return ok_ ? bytes_.size() - position_ : 0; }

  uint8_t u8() { return static_cast<uint8_t>(little(1)); }
  uint16_t u16() { return static_cast<uint16_t>(little(2)); }
  int16_t i16() { return static_cast<int16_t>(little(2)); }
  uint32_t u32() { return static_cast<uint32_t>(little(4)); }
  uint64_t u64() { return little(8); }
  uint32_t u32_be() {
    const uint32_t v = u32();
    return v >> 24 | (v >> 8 & 0xFF00) | (v << 8 & 0xFF0000) | v << 24;
  }
  /// The next `count` bytes, not copied; none if fewer are left.
  Bytes take(size_t count) {
    if (!need(count)) return {};
    const Bytes taken = bytes_.subspan(position_, count);
    position_ += count;
    return taken;
  }

 private:
  bool need(size_t count) { return ok_ = ok_ && count <= bytes_.size() - position_; }
  uint64_t little(size_t count) {
    if (!need(count)) return 0;
    uint64_t value = 0;
    for (size_t i = 0; i < count; ++i) value |= uint64_t{bytes_[position_ + i]} << (8 * i);
    position_ += count;
    return value;
  }

  Bytes bytes_;
  size_t position_;
  bool ok_;
};

/// Appends numbers and bytes to a vector that it does not own.
class ByteWriter {
 public:
  explicit ByteWriter(std::vector<uint8_t>& out) : out_(out) {}

  size_t position() const { return out_.size(); }
  void u8(unsigned v) { little(v, 1); }
  void u16(unsigned v) { little(v, 2); }
  void i16(int v) { little(static_cast<uint16_t>(v), 2); }
  void u32(uint32_t v) { little(v, 4); }
  void u64(uint64_t v) { little(v, 8); }
  void u32_be(uint32_t v) {
    for (int shift = 24; shift >= 0; shift -= 8) u8(v >> shift & 0xFF);
  }
  void bytes(Bytes v) { out_.insert(out_.end(), v.begin(), v.end()); }
  void text(std::string_view v) { bytes({reinterpret_cast<const uint8_t*>(v.data()), v.size()}); }
  void zeros(size_t count) { out_.resize(out_.size() + count); }

  /// These overwrite bytes that were already written, from position `at` on.
  void patch_u16(size_t at, unsigned v) {
    for (size_t i = 0; i < 2; ++i) out_[at + i] = static_cast<uint8_t>(v >> (8 * i));
  }
  void patch_u32(size_t at, uint32_t v) {
    for (size_t i = 0; i < 4; ++i) out_[at + i] = static_cast<uint8_t>(v >> (8 * i));
  }
  void patch_u64(size_t at, uint64_t v) {
    for (size_t i = 0; i < 8; ++i) out_[at + i] = static_cast<uint8_t>(v >> (8 * i));
  }
  void patch_u32_be(size_t at, uint32_t v) {
    for (size_t i = 0; i < 4; ++i) out_[at + i] = static_cast<uint8_t>(v >> (24 - 8 * i));
  }

 private:
  void little(uint64_t v, size_t count) {
    for (size_t i = 0; i < count; ++i) out_.push_back(static_cast<uint8_t>(v >> (8 * i)));
  }

  std::vector<uint8_t>& out_;
};

/// Bytes that can be read at any offset, by several threads at once.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  virtual uint64_t size() const = 0;
  /// Fills all of `out` from `offset` on, or fails. Never reads past the end, even if a file has
  /// shrunk below size().
  virtual Status read(uint64_t offset, std::span<uint8_t> out) const = 0;
};

/// Makes a source of bytes in memory, which must outlive it.
std::unique_ptr<ByteSource> open_memory(Bytes bytes);

/// Parses `text` as a decimal number up to `most`; nullopt if it is anything else.
inline std::optional<uint32_t> parse_decimal(std::string_view text, uint32_t most = ~uint32_t{0}) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value > most) return std::nullopt;
  return value;
}

/// XXH64 with seed 0, the hash of pictures, frames and files.
uint64_t xxh64(Bytes bytes);
/// XXH3: faster, for tables in memory only; archives hold XXH64.
uint64_t quick_hash(Bytes bytes);
/// The XXH64 of `second` appended to `first`.
uint64_t xxh64(Bytes first, Bytes second);
/// The XXH64 of consecutive pieces, which next_piece() returns one by one; an empty one ends them.
uint64_t xxh64_of_pieces(const std::function<Bytes()>& next_piece);
/// For each count, the XXH64 of that many zero bytes. Takes no longer than the highest count alone.
std::map<uint64_t, uint64_t> xxh64_of_zeros(const std::set<uint64_t>& counts);

}  // namespace wardrobe
