#include "formats/archive/file.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <zstd.h>

namespace wardrobe {
namespace {

// FORMAT.md "Versions".
constexpr uint16_t kFormatMajor = 2;
constexpr uint16_t kFormatMinor = 0;
constexpr std::array<uint8_t, 8> kImageMagic = {'W', 'A', 'R', 'D', 'I', 'M', 'A', 'G'};
constexpr std::array<uint8_t, 8> kFileMagic = {'W', 'A', 'R', 'D', 'R', 'O', 'B', 'E'};

/// The error for an archive of another major version, stated at `offset` of the file or the image.
Error unknown_version(uint16_t major, uint64_t offset) {
  return {ErrorCode::unknown_format, offset,
          major == 1 ? "this archive was made by a version before the first release; pack again"
                     : "this archive has format version " + std::to_string(major) +
                           "; this program reads version " + std::to_string(kFormatMajor)};
}

constexpr uint64_t align_up(uint64_t offset) {
  return (offset + kColumnAlignment - 1) / kColumnAlignment * kColumnAlignment;
}

void write_entry(ByteWriter& writer, const ColumnEntry& entry) {
  writer.text(entry.name);
  writer.zeros(kColumnNameSize - entry.name.size());
  writer.u32(static_cast<uint32_t>(entry.type));
  writer.u32(0);
  writer.u64(entry.count);
  writer.u64(entry.offset);
}

Error damaged_image(uint64_t offset, std::string message) {
  return {ErrorCode::damaged, offset, "the image's " + std::move(message)};
}

/// The name of a directory entry; empty if it is not printable ASCII padded with zeros.
std::string read_name(Bytes field) {
  const auto end = std::ranges::find(field, uint8_t{0});
  const bool printable =
      std::all_of(field.begin(), end, [](uint8_t c) { return c > 0x20 && c < 0x7F; });
  const bool padded = std::all_of(end, field.end(), [](uint8_t c) { return c == 0; });
  return printable && padded ? std::string(field.begin(), end) : std::string();
}

/// Whether this version of the format has a column of that name.
bool is_known_column(std::string_view column) {
  const TablesView tables;
  bool known = column == kBackgroundColumn || column == kPixelColumn;
  for_each_column(tables,
                  [&](std::string_view name, const auto&) { known = known || name == column; });
  return known;
}

/// Checks that `backgrounds` and `pixels` are the last columns.
Status check_last_columns(const std::vector<ColumnEntry>& columns) {
  const auto is = [&](size_t from_end, std::string_view name) {
    if (columns.size() < from_end) return false;
    const ColumnEntry& column = columns[columns.size() - from_end];
    return column.name == name && column.type == ElementType::u8;
  };
  if (is(2, kBackgroundColumn) && is(1, kPixelColumn)) return ok();
  return Error{ErrorCode::damaged, kNoOffset,
               "the last columns of the image are not backgrounds and pixels"};
}

// The zstd seekable format: a skippable frame with one entry per frame and a footer.
constexpr uint32_t kLeadFrameMagic = 0x184D2A50;
constexpr uint32_t kSeekFrameMagic = 0x184D2A5E;
constexpr uint32_t kSeekTableMagic = 0x8F92EAB1;
constexpr uint8_t kSeekTableHasChecksums = 0x80;
// Magic number of a zstd frame (RFC 8878 3.1.1).
constexpr uint32_t kFrameMagic = 0xFD2FB528;
constexpr uint8_t kFrameIsSingleSegment = 0x20;
constexpr uint8_t kFrameFlags = 0x0F;  // a reserved bit, checksum, size of a dictionary's id
constexpr uint8_t kFrameHasChecksum = 0x04;
constexpr unsigned kLeastWindowLog = 10;
constexpr size_t kSkippableHeaderSize = 8;
constexpr size_t kSeekEntrySize = 12;
constexpr size_t kSeekFooterSize = 9;
constexpr size_t kFileSizeAt = 24;
constexpr size_t kHashAt = 32;
// The highest ratio of decompressed to compressed size: a zstd block takes at least 4 bytes and
// holds at most 128 KiB.
constexpr uint64_t kMostExpansion = 32 * 1024;

// zstd has other parameters for frames up to this size.
constexpr size_t kSmallFrame = 256 * 1024;
// Frames of more than this size get tables no larger than it needs, so that memory is bounded.
constexpr size_t kLargeFrame = 512 * 1024;
constexpr int kMostTableLog = 20;

uint64_t hash_of_file(Bytes file) { return xxh64(file.first(kHashAt), file.subspan(kLeadSize)); }

/// Writes the leading frame, in which the size of the file and its hash are still missing.
void write_lead(ByteWriter& writer) {
  writer.u32(kLeadFrameMagic);
  writer.u32(kLeadSize - kSkippableHeaderSize);
  writer.bytes(kFileMagic);
  writer.u16(kFormatMajor);
  writer.u16(kFormatMinor);
  writer.u32(0);
  writer.u64(0);
  writer.u64(0);
}

void write_seek_entry(ByteWriter& writer, size_t size, uint32_t decompressed_size,
                      uint32_t checksum) {
  writer.u32(static_cast<uint32_t>(size));
  writer.u32(decompressed_size);
  writer.u32(checksum);
}

/// Returns the checksum of a frame for the seek table. It is the one that ends the zstd frame: the
/// low half of the XXH64 of the frame's content.
uint32_t checksum_of(const ZstdFrame& frame) {
  return ByteReader(frame.bytes, frame.bytes.size() - 4).u32();
}

Error damaged_file(uint64_t offset, std::string message) {
  return {ErrorCode::damaged, offset, std::move(message)};
}

/// Reads the `size` bytes from `offset` on.
Result<std::vector<uint8_t>> read_bytes(const ByteSource& file, uint64_t offset, size_t size) {
  std::vector<uint8_t> bytes(size);
  TRY(file.read(offset, bytes));
  return bytes;
}

/// Checks `lead`, the leading frame or as much of it as the file has.
Status check_lead(Bytes lead, uint64_t size_of_file) {
  ByteReader reader(lead);
  const uint32_t magic = reader.u32();
  const uint32_t size = reader.u32();
  const bool ours = std::ranges::equal(reader.take(kFileMagic.size()), kFileMagic);
  const uint16_t major = reader.u16();
  reader.u16();
  const uint32_t reserved = reader.u32();
  const uint64_t file_size = reader.u64();
  if (!ours || magic != kLeadFrameMagic || size != kLeadSize - kSkippableHeaderSize) {
    return Error{ErrorCode::unknown_format, 0, "not a Wardrobe archive"};
  }
  if (major != kFormatMajor) return unknown_version(major, 16);
  if (reserved != 0) return damaged_file(20, "the leading frame uses reserved bytes");
  if (file_size != size_of_file) {
    return Error{ErrorCode::truncated, 24,
                 "the file has " + std::to_string(size_of_file) + " bytes, but was written with " +
                     std::to_string(file_size)};
  }
  return ok();
}

/// Reads the frames listed in `seek`, a seek table of `entries` entries at offset `seek_at` of the
/// file.
Result<SeekTable> read_seek_entries(Bytes seek, uint64_t seek_at, uint64_t entries) {
  const Error wrong{ErrorCode::damaged, seek_at + seek.size(),
                    "the seek table at the end of the file is damaged"};
  ByteReader reader(seek);
  if (reader.u32() != kSeekFrameMagic || reader.u32() != seek.size() - kSkippableHeaderSize) {
    return wrong;
  }
  if (reader.u32() != kLeadSize || reader.u32() != 0) return wrong;
  if (reader.u32() != static_cast<uint32_t>(xxh64({}))) return wrong;
  SeekTable table;
  for (uint64_t i = 1; i < entries; ++i) {
    const uint64_t size = reader.u32();
    const uint64_t decompressed = reader.u32();
    table.checksum.push_back(reader.u32());
    if (decompressed == 0 || decompressed > kMaxFrameSize || decompressed > size * kMostExpansion ||
        size > kFrameBytes.of(decompressed)) {
      return damaged_file(seek_at + reader.position(),
                          "a frame of " + std::to_string(size) + " bytes cannot decompress to " +
                              std::to_string(decompressed) + " bytes, as the seek table says");
    }
    table.file_offset.push_back(table.file_offset.back() + size);
    table.image_offset.push_back(table.image_offset.back() + decompressed);
  }
  return table;
}

/// Whether `frame` is exactly one zstd frame, with a checksum, without a dictionary and with a
/// window of at most kMaxFrameSize (FORMAT.md "The file").
bool is_one_frame(Bytes frame) {
  ByteReader reader(frame);
  if (reader.u32() != kFrameMagic) return false;
  const uint8_t flags = reader.u8();
  const uint8_t window = reader.u8();  // An exponent in five bits and a mantissa in three.
  constexpr unsigned kMostWindow = (std::countr_zero(kMaxFrameSize) - kLeastWindowLog) << 3;
  if ((flags & kFrameFlags) != kFrameHasChecksum) return false;
  if ((flags & kFrameIsSingleSegment) == 0 && window > kMostWindow) return false;
  return ZSTD_findFrameCompressedSize(frame.data(), frame.size()) == frame.size();
}

/// Sets the parameters of a frame of `size` bytes: those of the level, but for some that archives
/// do better with. bench/README.md has the measurements.
void set_parameters(ZSTD_CCtx* context, size_t size, int level, Content content) {
  ZSTD_CCtx_reset(context, ZSTD_reset_parameters);
  const auto set = [context](ZSTD_cParameter parameter, int value) {
    ZSTD_CCtx_setParameter(context, parameter, value);
  };
  set(ZSTD_c_checksumFlag, 1);
  set(ZSTD_c_compressionLevel, level);
  if (content == Content::tables && level >= 10 && level <= 13) {
    // Tables are columns of small numbers. Short matches and an optimal choice of them, which zstd
    // itself has from level 14 on, make them a tenth smaller; searching deep or far makes them
    // little more.
    set(ZSTD_c_strategy, ZSTD_btopt);
    set(ZSTD_c_minMatch, 3);
    set(ZSTD_c_searchLog, 2);
    set(ZSTD_c_hashLog, 15);
    set(ZSTD_c_chainLog, 15);
  } else if (level == 12 && size <= kSmallFrame) {
    // Here zstd would search deep. With an optimal choice, the shortest search finds more.
    set(ZSTD_c_strategy, ZSTD_btopt);
    set(ZSTD_c_minMatch, 6);
    set(ZSTD_c_searchLog, 1);
    set(ZSTD_c_targetLength, 56);
    set(ZSTD_c_hashLog, 15);
    set(ZSTD_c_chainLog, 16);
  } else if (level >= 5 && level <= 12) {
    // Clearing zstd's usual tables for each frame takes long, and they do not stay in the cache.
    set(ZSTD_c_hashLog, 16);
    set(ZSTD_c_minMatch, 5);
  } else if (level > 12 && size > kLargeFrame) {
    set(ZSTD_c_hashLog, kMostTableLog);
    set(ZSTD_c_chainLog, kMostTableLog);
  }
}

}  // namespace

Status check_image_size(uint64_t tables_end, uint64_t image_size, uint64_t file_size) {
  const auto check = [&](std::string_view what, uint64_t size, const Budget& budget) -> Status {
    const uint64_t most = budget.of(file_size);
    if (size <= most) return ok();
    return Error{ErrorCode::limit, kNoOffset,
                 "the " + std::string(what) + " have " + std::to_string(size >> 20) +
                     " MiB; an archive of this size may have at most " +
                     std::to_string(most >> 20) + " MiB of them"};
  };
  TRY(check("tables", tables_end, kArchiveTables));
  return check("pixels", image_size - tables_end, kArchivePixels);
}

ImageHead write_image_head(const TablesView& tables) {
  std::vector<ColumnEntry> entries;
  std::vector<Bytes> columns;
  for_each_column(tables, [&](std::string_view name, const auto& column) {
    using T = typename std::remove_cvref_t<decltype(column)>::value_type;
    entries.push_back({std::string(name), element_type<T>(), column.size(), 0});
    columns.push_back({reinterpret_cast<const uint8_t*>(column.data()), column.size() * sizeof(T)});
  });
  const uint64_t backgrounds = tables.rooms.background_offset.back();
  const uint64_t pixels = tables.pictures.pixel_offset.back();
  entries.push_back({std::string(kBackgroundColumn), ElementType::u8, backgrounds, 0});
  entries.push_back({std::string(kPixelColumn), ElementType::u8, pixels, 0});

  ImageHead image;
  image.directory_end = image.size = kImageHeaderSize + entries.size() * kDirectoryEntrySize;
  for (ColumnEntry& entry : entries) {
    entry.offset = align_up(image.size);
    image.size = entry.offset + entry.count * element_size(entry.type);
  }
  image.pixels_at = entries.back().offset;

  image.head.assign(kImageMagic.begin(), kImageMagic.end());
  image.head.reserve(entries[columns.size()].offset);
  ByteWriter writer(image.head);
  writer.u16(kFormatMajor);
  writer.u16(kFormatMinor);
  writer.u32(static_cast<uint32_t>(entries.size()));
  writer.u64(image.size);
  writer.zeros(kImageHeaderSize - writer.position());
  for (const ColumnEntry& entry : entries) write_entry(writer, entry);
  for (size_t i = 0; i < columns.size(); ++i) {
    writer.zeros(entries[i].offset - writer.position());
    writer.bytes(columns[i]);
  }
  writer.zeros(entries[columns.size()].offset - writer.position());
  return image;
}

Result<std::vector<ColumnEntry>> read_directory(Bytes head, uint64_t image_size) {
  ByteReader reader(head);
  const bool ours = std::ranges::equal(reader.take(kImageMagic.size()), kImageMagic);
  const uint16_t major = reader.u16();
  reader.u16();
  const uint32_t count = reader.u32();
  const uint64_t stated_size = reader.u64();
  const Bytes reserved = reader.take(kImageHeaderSize - reader.position());
  if (!reader.ok() || !ours) return damaged_image(0, "header is missing or damaged");
  if (major != kFormatMajor) return unknown_version(major, 8);
  if (stated_size != image_size) return damaged_image(16, "size is not that of its frames");
  if (!std::ranges::all_of(reserved, [](uint8_t b) { return b == 0; })) {
    return damaged_image(24, "header uses reserved bytes");
  }
  if (reader.left() != uint64_t{count} * kDirectoryEntrySize) {
    return damaged_image(12, "directory is not all of frame 1");
  }

  std::vector<ColumnEntry> entries;
  std::set<std::string, std::less<>> names;
  uint64_t previous_end = kImageHeaderSize + uint64_t{count} * kDirectoryEntrySize;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = reader.position();
    ColumnEntry entry;
    entry.name = read_name(reader.take(kColumnNameSize));
    entry.type = ElementType{reader.u32()};
    const uint32_t entry_reserved = reader.u32();
    entry.count = reader.u64();
    entry.offset = reader.u64();
    if (entry.name.empty() || !names.insert(entry.name).second || entry_reserved != 0) {
      return damaged_image(at, "directory has an entry with a bad name or reserved bytes in use");
    }
    const size_t element = element_size(entry.type);
    if (element == 0 && is_known_column(entry.name)) {
      return damaged_image(at, "directory has column " + entry.name + " with an unknown type");
    }
    const bool fits = entry.offset % kColumnAlignment == 0 && entry.offset >= previous_end &&
                      entry.offset <= image_size &&
                      (element == 0 || entry.count <= (image_size - entry.offset) / element);
    if (!fits)
      return damaged_image(at, "directory has column " + entry.name + " in an impossible place");
    previous_end = entry.offset + entry.count * element;
    entries.push_back(std::move(entry));
  }
  TRY(check_last_columns(entries));
  std::erase_if(entries, [](const ColumnEntry& entry) { return element_size(entry.type) == 0; });
  return entries;
}

void ZstdFree::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }
void ZstdFree::operator()(ZSTD_DCtx_s* context) const { ZSTD_freeDCtx(context); }

ZstdCompressor::ZstdCompressor() : context_(ZSTD_createCCtx()) {}

Status ZstdCompressor::compress(Bytes piece, int level, ZstdFrame& frame, Content content) {
  if (context_ == nullptr) return Error{ErrorCode::memory, kNoOffset, "zstd: not enough memory"};
  set_parameters(context_.get(), piece.size(), level, content);
  const size_t bound = ZSTD_compressBound(piece.size());
  if (scratch_size_ < bound) {
    scratch_ = std::make_unique_for_overwrite<uint8_t[]>(bound);
    scratch_size_ = bound;
  }
  const size_t size =
      ZSTD_compress2(context_.get(), scratch_.get(), scratch_size_, piece.data(), piece.size());
  if (ZSTD_isError(size) != 0) {
    return Error{ErrorCode::io, kNoOffset, std::string("zstd: ") + ZSTD_getErrorName(size)};
  }
  frame.bytes.assign(scratch_.get(), scratch_.get() + size);
  frame.decompressed_size = static_cast<uint32_t>(piece.size());
  return ok();
}

FileBuilder::FileBuilder(size_t bytes, size_t frames) {
  seek_entries_.reserve((frames + 1) * kSeekEntrySize);
  file_.reserve(kLeadSize + bytes + kSkippableHeaderSize + seek_entries_.capacity() +
                kSeekFooterSize);
  ByteWriter writer(file_);
  write_lead(writer);
  ByteWriter entries(seek_entries_);
  write_seek_entry(entries, kLeadSize, 0, static_cast<uint32_t>(xxh64({})));
}

void FileBuilder::add(const ZstdFrame& frame) {
  ByteWriter(file_).bytes(frame.bytes);
  ByteWriter entries(seek_entries_);
  write_seek_entry(entries, frame.bytes.size(), frame.decompressed_size, checksum_of(frame));
}

std::vector<uint8_t> FileBuilder::finish() {
  ByteWriter writer(file_);
  writer.u32(kSeekFrameMagic);
  writer.u32(static_cast<uint32_t>(seek_entries_.size() + kSeekFooterSize));
  writer.bytes(seek_entries_);
  writer.u32(static_cast<uint32_t>(seek_entries_.size() / kSeekEntrySize));
  writer.u8(kSeekTableHasChecksums);
  writer.u32(kSeekTableMagic);
  writer.patch_u64(kFileSizeAt, file_.size());
  writer.patch_u64(kHashAt, hash_of_file(file_));
  return std::move(file_);
}

size_t SeekTable::frame_of(uint64_t offset) const {
  return static_cast<size_t>(std::ranges::upper_bound(image_offset, offset) - image_offset.begin() -
                             1);
}

bool looks_like_archive(const ByteSource& file) {
  constexpr size_t kMagicEnd = 16;
  if (file.size() < kMagicEnd) return false;
  const Result<std::vector<uint8_t>> head = read_bytes(file, 0, kMagicEnd);
  const Result<std::vector<uint8_t>> tail = read_bytes(file, file.size() - 4, 4);
  if (!head || !tail) return false;
  return std::ranges::equal(Bytes(*head).subspan(8), kFileMagic) ||
         (ByteReader(*head).u32() == kLeadFrameMagic && ByteReader(*tail).u32() == kSeekTableMagic);
}

Result<SeekTable> read_seek_table(const ByteSource& file) {
  ASSIGN_OR_RETURN(const auto lead,
                   read_bytes(file, 0, std::min<uint64_t>(file.size(), kLeadSize)));
  TRY(check_lead(lead, file.size()));
  const Error cut{ErrorCode::damaged, file.size(),
                  "the seek table at the end of the file is damaged"};
  if (file.size() < kLeadSize + kSkippableHeaderSize + kSeekFooterSize) return cut;
  ASSIGN_OR_RETURN(const auto footer,
                   read_bytes(file, file.size() - kSeekFooterSize, kSeekFooterSize));
  ByteReader end(footer);
  const uint64_t entries = end.u32();
  const uint8_t descriptor = end.u8();
  const uint32_t magic = end.u32();
  const uint64_t seek_size = entries * kSeekEntrySize + kSeekFooterSize;
  if (magic != kSeekTableMagic || descriptor != kSeekTableHasChecksums || entries < 2 ||
      seek_size > file.size() - kLeadSize - kSkippableHeaderSize) {
    return cut;
  }
  if (entries > kMaxFrames) {
    return Error{ErrorCode::limit, file.size(),
                 std::to_string(entries) + " zstd frames are more than an archive may have"};
  }
  const uint64_t seek_at = file.size() - seek_size - kSkippableHeaderSize;
  ASSIGN_OR_RETURN(const auto seek, read_bytes(file, seek_at, kSkippableHeaderSize + seek_size));
  Result<SeekTable> table = read_seek_entries(seek, seek_at, entries);
  if (table && table->file_offset.back() != seek_at) return cut;
  return table;
}

Status check_file_hash(const ByteSource& file) {
  constexpr uint64_t kPieceSize = 256 * 1024;
  std::vector<uint8_t> piece(kLeadSize);
  Status status = file.read(0, piece);
  if (!status) return status;
  const uint64_t stated = ByteReader(piece, kHashAt).u64();
  piece.resize(kHashAt);
  uint64_t at = 0;
  const uint64_t hash = xxh64_of_pieces([&]() -> Bytes {
    if (at != 0) {
      piece.resize(std::min(kPieceSize, file.size() - at));
      status = file.read(at, piece);
      if (!status) piece.clear();
    }
    at = at == 0 ? kLeadSize : at + piece.size();
    return piece;
  });
  if (!status || hash == stated) return status;
  return damaged_file(kNoOffset, "the file has changed since it was written: its hash differs");
}

Status ZstdDecompressor::decompress(const ByteSource& file, const SeekTable& frames, size_t index,
                                    std::span<uint8_t> out) {
  if (context_ == nullptr) context_.reset(ZSTD_createDCtx());
  if (context_ == nullptr) return Error{ErrorCode::memory, kNoOffset, "zstd: not enough memory"};
  const uint64_t at = frames.file_offset[index];
  compressed_.resize(frames.file_offset[index + 1] - at);
  TRY(file.read(at, compressed_));
  if (!is_one_frame(compressed_)) {
    return damaged_file(at, "not a single zstd frame with a checksum");
  }
  const size_t size = ZSTD_decompressDCtx(context_.get(), out.data(), out.size(),
                                          compressed_.data(), compressed_.size());
  if (ZSTD_isError(size) != 0) {
    return damaged_file(
        at, std::string("a zstd frame does not decompress: ") + ZSTD_getErrorName(size));
  }
  // The checksum ends the frame; zstd has compared it with the content.
  const uint32_t checksum = ByteReader(compressed_, compressed_.size() - 4).u32();
  if (size != out.size() || checksum != frames.checksum[index]) {
    return damaged_file(at, "a zstd frame differs from its size or checksum in the seek table");
  }
  return ok();
}

}  // namespace wardrobe
