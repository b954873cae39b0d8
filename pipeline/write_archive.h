#pragma once

#include <cstdint>
#include <vector>

#include "formats/archive/file.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/parallel.h"
#include "pipeline/pixel_sink.h"

namespace wardrobe {

/// Last stage: makes the file of an archive (FORMAT.md). Pixels are compressed as the other stages
/// make them, so that they are never all in memory; tables in the end. The file depends only on the
/// tables, the pieces of pixels, the level and libzstd. To be made and used on the same workers.
class ArchiveWriter {
 public:
  /// `level` is zstd's.
  explicit ArchiveWriter(int level);

  /// The columns that come before and after the gap (image.h); both may stay empty.
  PixelSink& backgrounds() { return backgrounds_; }
  PixelSink& pixels() { return pixels_; }

  /// Returns the file, compressed in parallel. `tables` must agree with the pixels. Fails if
  /// cancelled. Nothing may be called after this.
  Result<std::vector<uint8_t>> finish(const TablesView& tables, Progress& progress);

 private:
  /// Compresses the pieces of a column.
  class PackedColumn : public PixelSink {
   public:
    explicit PackedColumn(ArchiveWriter& writer) : writer_(writer) {}
    void start(size_t pieces) override { pieces_.resize(pieces); }
    void take(size_t piece, Bytes pixels, size_t worker) override;

    /// Adds the sizes and the number of all frames.
    void count(size_t& bytes, size_t& frames) const;
    /// Appends all frames to the file, and frees them.
    Status move_to(FileBuilder& file);

   private:
    struct Piece {
      std::vector<ZstdFrame> frames;
      Status status = ok();
    };

    ArchiveWriter& writer_;
    std::vector<Piece> pieces_;
  };

  int level_;
  std::vector<ZstdCompressor> compressors_;  ///< of each worker
  PackedColumn backgrounds_{*this};
  PackedColumn pixels_{*this};
};

}  // namespace wardrobe
