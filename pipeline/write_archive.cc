#include "pipeline/write_archive.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "formats/limits.h"

namespace wardrobe {
namespace {

/// Sizes of zstd frames. Tables are read as a whole, and pixels on demand.
constexpr size_t kTableFrameSize = 128 * 1024;
/// A larger piece of pixels is split into frames of this size.
constexpr size_t kPixelFrameSize = 4 * 1024 * 1024;

/// Calls take(part) for each part of `bytes`, which have `step` bytes, the last one maybe fewer.
template <class Take>
void cut(Bytes bytes, size_t step, const Take& take) {
  for (size_t at = 0; at < bytes.size(); at += step) {
    take(bytes.subspan(at, std::min(step, bytes.size() - at)));
  }
}

/// Returns the zstd level for header, directory and tables of `size` bytes in total: `level`, or at
/// most kFastLevel if they are unusually large.
int level_of_tables(const TablesView& tables, size_t size, int level) {
  const auto& costumes = tables.costumes.size;
  const uint64_t bytes = std::accumulate(costumes.begin(), costumes.end(), uint64_t{0});
  return size > kUsualTables.of(bytes) ? std::min(level, kFastLevel) : level;
}

}  // namespace

ArchiveWriter::ArchiveWriter(int level) : level_(level), compressors_(worker_count()) {}

void ArchiveWriter::PackedColumn::take(size_t piece, Bytes pixels, size_t worker) {
  Piece& to = pieces_[piece];
  ZstdCompressor& compressor = writer_.compressors_[worker];
  cut(pixels, kPixelFrameSize, [&](Bytes part) {
    if (to.status) to.status = compressor.compress(part, writer_.level_, to.frames.emplace_back());
  });
}

void ArchiveWriter::PackedColumn::count(size_t& bytes, size_t& frames) const {
  for (const Piece& piece : pieces_) {
    for (const ZstdFrame& frame : piece.frames) bytes += frame.bytes.size();
    frames += piece.frames.size();
  }
}

Status ArchiveWriter::PackedColumn::move_to(FileBuilder& file) {
  for (Piece& piece : pieces_) {
    if (!piece.status) return piece.status;
    for (const ZstdFrame& frame : std::exchange(piece.frames, {})) file.add(frame);
  }
  return ok();
}

Result<std::vector<uint8_t>> ArchiveWriter::finish(const TablesView& tables, Progress& progress) {
  const ImageHead image = write_image_head(tables);
  const Bytes head = image.head;
  std::vector<Bytes> parts = {head.first(image.directory_end)};
  cut(head.subspan(image.directory_end), kTableFrameSize,
      [&](Bytes part) { parts.push_back(part); });
  const int level = level_of_tables(tables, head.size(), level_);
  std::vector<ZstdFrame> frames(parts.size());
  std::vector<Status> status(parts.size(), ok());
  parallel_for(parts.size(), progress, [&](size_t i, size_t worker) {
    status[i] = compressors_[worker].compress(parts[i], level, frames[i], Content::tables);
  });
  if (progress.cancelled()) return Error{ErrorCode::cancelled, kNoOffset, "cancelled"};

  size_t count = frames.size() + 1;  // One for the gap.
  size_t bytes = kColumnAlignment;
  for (const ZstdFrame& frame : frames) bytes += frame.bytes.size();
  backgrounds_.count(bytes, count);
  pixels_.count(bytes, count);
  FileBuilder file(bytes, count);
  for (size_t i = 0; i < frames.size(); ++i) {
    TRY(status[i]);
    file.add(frames[i]);
  }
  TRY(backgrounds_.move_to(file));
  // The zeros between backgrounds and pixels.
  constexpr std::array<uint8_t, kColumnAlignment> kZeros{};
  const Bytes gap =
      Bytes(kZeros).first(image.pixels_at - head.size() - tables.rooms.background_offset.back());
  if (!gap.empty()) {
    ZstdFrame zeros;
    TRY(compressors_[0].compress(gap, level_, zeros));
    file.add(zeros);
  }
  TRY(pixels_.move_to(file));
  std::vector<uint8_t> whole = file.finish();
  TRY(check_image_size(head.size(), image.size, whole.size()));
  return whole;
}

}  // namespace wardrobe
