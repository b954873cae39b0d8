#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/scumm.h"

namespace wardrobe {

/// Starts a block at the end of `out`, and writes its size when this object goes out of scope. A
/// name of two letters makes a block of BlockStyle::size_first. An empty name makes a block of
/// BlockStyle::nameless, which has at most 65,535 bytes.
class BlockScope {
 public:
  BlockScope(std::vector<uint8_t>& out, std::string_view name);
  ~BlockScope();
  BlockScope(const BlockScope&) = delete;
  BlockScope& operator=(const BlockScope&) = delete;

  size_t start() const { return start_; }

 private:
  std::vector<uint8_t>& out_;
  size_t start_;
  BlockStyle style_;
};

}  // namespace wardrobe
