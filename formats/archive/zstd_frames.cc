#include "formats/archive/zstd_frames.h"

#include <algorithm>
#include <string>

#include <zstd.h>

#include "formats/hash.h"

namespace wardrobe {
namespace {

// The zstd seekable format: a skippable frame with one entry per frame and a footer.
constexpr uint32_t kLeadFrameMagic = 0x184D2A50;
constexpr uint32_t kSeekFrameMagic = 0x184D2A5E;
constexpr uint32_t kSeekTableMagic = 0x8F92EAB1;
constexpr uint8_t kSeekTableHasChecksums = 0x80;
// In the byte after a zstd frame's magic number.
constexpr uint8_t kFrameHasChecksum = 0x04;
constexpr size_t kSkippableHeaderSize = 8;
constexpr size_t kSeekEntrySize = 12;
constexpr size_t kSeekFooterSize = 9;
constexpr size_t kHashAt = 32;
// A zstd block takes at least 4 bytes and holds at most 128 KiB.
constexpr uint64_t kMostInflation = 32 * 1024;

uint64_t hash_of_file(Bytes file) { return xxh64(file.first(kHashAt), file.subspan(kLeadSize)); }

void write_lead(ByteWriter& writer, uint64_t file_size) {
  writer.u32(kLeadFrameMagic);
  writer.u32(kLeadSize - kSkippableHeaderSize);
  writer.bytes(kFileMagic);
  writer.u16(kFormatMajor);
  writer.u16(kFormatMinor);
  writer.u32(0);
  writer.u64(file_size);
  writer.u64(0);
}

void write_seek_entry(ByteWriter& writer, size_t size, uint32_t inflated_size, uint32_t checksum) {
  writer.u32(static_cast<uint32_t>(size));
  writer.u32(inflated_size);
  writer.u32(checksum);
}

/// The seekable format's checksum is the one that ends a zstd frame: the low half of the XXH64 of
/// its content.
uint32_t checksum_of(const ZstdFrame& frame) {
  return ByteReader(frame.bytes, frame.bytes.size() - 4).u32();
}

Error damaged_file(uint64_t offset, std::string message) {
  return {ErrorCode::damaged, offset, std::move(message)};
}

Status check_lead(Bytes file) {
  ByteReader reader(file);
  const uint32_t magic = reader.u32();
  const uint32_t size = reader.u32();
  const bool ours = std::ranges::equal(reader.take(kFileMagic.size()), kFileMagic);
  const uint16_t major = reader.u16();
  reader.u16();
  const uint32_t reserved = reader.u32();
  const uint64_t file_size = reader.u64();
  if (!ours || magic != kLeadFrameMagic || size != kLeadSize - kSkippableHeaderSize) {
    return Error{ErrorCode::unknown_format, 0, "this is not a wardrobe archive"};
  }
  if (major != kFormatMajor) {
    return Error{ErrorCode::unknown_format, 16,
                 "this archive has format version " + std::to_string(major) +
                     "; this program reads version " + std::to_string(kFormatMajor)};
  }
  if (reserved != 0) return damaged_file(20, "the leading frame uses reserved bytes");
  if (file_size != file.size()) {
    return Error{ErrorCode::truncated, 24,
                 "the file has " + std::to_string(file.size()) + " bytes, but was written with " +
                     std::to_string(file_size)};
  }
  return ok();
}

}  // namespace

void ZstdFree::operator()(void* context) const { ZSTD_freeCCtx(static_cast<ZSTD_CCtx*>(context)); }

std::vector<uint64_t> cut_frames(const Image& image, const Column<uint64_t>& pixel_offset) {
  std::vector<uint64_t> cuts{0, image.directory_end};
  const uint64_t pixels = image.head.size();
  while (pixels - cuts.back() > kFrameSize) cuts.push_back(cuts.back() + kFrameSize);
  if (cuts.back() != pixels) cuts.push_back(pixels);
  for (const uint64_t end : pixel_offset) {
    if (pixels + end - cuts.back() >= kFrameSize) cuts.push_back(pixels + end);
  }
  if (cuts.back() != image.size) cuts.push_back(image.size);
  return cuts;
}

FrameCompressor::FrameCompressor() : context_(ZSTD_createCCtx()) {}

Status FrameCompressor::compress(Bytes piece, int level, ZstdFrame& frame) {
  auto* context = static_cast<ZSTD_CCtx*>(context_.get());
  if (context == nullptr) return Error{ErrorCode::limit, kNoOffset, "zstd: not enough memory"};
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  const size_t bound = ZSTD_compressBound(piece.size());
  if (scratch_.size() < bound) scratch_.resize(bound);
  const size_t size =
      ZSTD_compress2(context, scratch_.data(), scratch_.size(), piece.data(), piece.size());
  if (ZSTD_isError(size) != 0) {
    return Error{ErrorCode::io, kNoOffset, std::string("zstd: ") + ZSTD_getErrorName(size)};
  }
  frame.bytes.assign(scratch_.begin(), scratch_.begin() + static_cast<std::ptrdiff_t>(size));
  frame.inflated_size = static_cast<uint32_t>(piece.size());
  return ok();
}

std::vector<uint8_t> build_file(std::span<const ZstdFrame> frames) {
  const size_t seek_size = (frames.size() + 1) * kSeekEntrySize + kSeekFooterSize;
  size_t file_size = kLeadSize + kSkippableHeaderSize + seek_size;
  for (const ZstdFrame& frame : frames) file_size += frame.bytes.size();

  std::vector<uint8_t> file;
  file.reserve(file_size);
  ByteWriter writer(file);
  write_lead(writer, file_size);
  for (const ZstdFrame& frame : frames) writer.bytes(frame.bytes);
  writer.u32(kSeekFrameMagic);
  writer.u32(static_cast<uint32_t>(seek_size));
  write_seek_entry(writer, kLeadSize, 0, static_cast<uint32_t>(xxh64({})));
  for (const ZstdFrame& frame : frames) {
    write_seek_entry(writer, frame.bytes.size(), frame.inflated_size, checksum_of(frame));
  }
  writer.u32(static_cast<uint32_t>(frames.size() + 1));
  writer.u8(kSeekTableHasChecksums);
  writer.u32(kSeekTableMagic);
  const uint64_t hash = hash_of_file(file);
  writer.patch_u32(kHashAt, static_cast<uint32_t>(hash));
  writer.patch_u32(kHashAt + 4, static_cast<uint32_t>(hash >> 32));
  return file;
}

bool looks_like_archive(Bytes file) {
  const bool named = file.size() >= 16 && std::ranges::equal(file.subspan(8, 8), kFileMagic);
  const bool framed = ByteReader(file).u32() == kLeadFrameMagic && file.size() >= 4 &&
                      ByteReader(file, file.size() - 4).u32() == kSeekTableMagic;
  return named || framed;
}

Result<FrameTable> read_frame_table(Bytes file) {
  if (Status lead = check_lead(file); !lead) return lead.error();
  const Error cut{ErrorCode::damaged, file.size(),
                  "the seek table at the end of the file is damaged"};
  if (file.size() < kLeadSize + kSkippableHeaderSize + kSeekFooterSize) return cut;
  ByteReader footer(file, file.size() - kSeekFooterSize);
  const uint64_t entries = footer.u32();
  const uint8_t descriptor = footer.u8();
  const uint32_t magic = footer.u32();
  const uint64_t seek_size = entries * kSeekEntrySize + kSeekFooterSize;
  if (magic != kSeekTableMagic || descriptor != kSeekTableHasChecksums || entries < 2 ||
      seek_size > file.size() - kLeadSize - kSkippableHeaderSize) {
    return cut;
  }
  const uint64_t seek_at = file.size() - seek_size - kSkippableHeaderSize;
  ByteReader reader(file, seek_at);
  if (reader.u32() != kSeekFrameMagic || reader.u32() != seek_size) return cut;
  if (reader.u32() != kLeadSize || reader.u32() != 0) return cut;
  if (reader.u32() != static_cast<uint32_t>(xxh64({}))) return cut;

  FrameTable table;
  for (uint64_t i = 1; i < entries; ++i) {
    const uint64_t size = reader.u32();
    const uint64_t inflated = reader.u32();
    table.checksum.push_back(reader.u32());
    if (inflated > kMaxFrameSize || inflated > size * kMostInflation) {
      return damaged_file(reader.position(), "a frame cannot inflate to " +
                                                 std::to_string(inflated) +
                                                 " bytes, as the seek table says");
    }
    table.file_offset.push_back(table.file_offset.back() + size);
    table.image_offset.push_back(table.image_offset.back() + inflated);
  }
  if (table.file_offset.back() != seek_at) return cut;
  return table;
}

bool file_hash_matches(Bytes file) { return hash_of_file(file) == ByteReader(file, kHashAt).u64(); }

Status inflate_frame(Bytes file, const FrameTable& frames, size_t index,
                     std::vector<uint8_t>& out) {
  const uint64_t at = frames.file_offset[index];
  const Bytes frame = file.subspan(at, frames.file_offset[index + 1] - at);
  if (frame.size() < 5 || (frame[4] & kFrameHasChecksum) == 0) {
    return damaged_file(at, "a frame has no checksum");
  }
  out.resize(frames.image_offset[index + 1] - frames.image_offset[index]);
  const size_t size = ZSTD_decompress(out.data(), out.size(), frame.data(), frame.size());
  if (ZSTD_isError(size) != 0) {
    return damaged_file(at, std::string("a frame does not inflate: ") + ZSTD_getErrorName(size));
  }
  if (size != out.size() || static_cast<uint32_t>(xxh64(out)) != frames.checksum[index]) {
    return damaged_file(at, "a frame differs from its size or checksum in the seek table");
  }
  return ok();
}

}  // namespace wardrobe
