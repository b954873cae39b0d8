#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"

namespace wardrobe {

/// Takes the pixels of a column of the image as a stage makes them, so that the stage need not
/// keep them. They come in numbered pieces; joined in order, these are the column.
class PixelSink {
 public:
  virtual ~PixelSink() = default;

  /// Comes first. Numbers of pieces are below `pieces`.
  virtual void start(size_t pieces) = 0;
  /// Takes a piece of at least one pixel. Workers (parallel.h) call this in parallel and in any
  /// order, and once at most for each number.
  virtual void take(size_t piece, Bytes pixels, size_t worker) = 0;
};

/// Keeps the pixels, for edits and tests.
class KeptPixels : public PixelSink {
 public:
  void start(size_t pieces) override { pieces_.resize(pieces); }
  void take(size_t piece, Bytes pixels, size_t /*worker*/) override {
    pieces_[piece].assign(pixels.begin(), pixels.end());
  }

  /// Returns the column.
  std::vector<uint8_t> column() const {
    std::vector<uint8_t> all;
    for (const std::vector<uint8_t>& piece : pieces_) {
      all.insert(all.end(), piece.begin(), piece.end());
    }
    return all;
  }

 private:
  std::vector<std::vector<uint8_t>> pieces_;
};

}  // namespace wardrobe
