#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Writes a .zip from its start to its end. The same files in the same order make the same bytes:
/// all of them have the same date.
class ZipWriter {
 public:
  using Append = std::function<Status(Bytes)>;

  /// `append` appends bytes to the .zip.
  explicit ZipWriter(Append append);
  ~ZipWriter();
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  /// Appends a file. `name` may lead through folders; fails if it is there already. Text is
  /// compressed, pictures already are.
  Status add(const std::string& name, Bytes bytes);

  /// Appends the directory. Nothing may be added after that.
  Status finish();

 private:
  /// The bytes from `start` on, which have not been appended yet.
  struct Window {
    uint64_t start = 0;
    size_t at = 0;  ///< where the next byte goes
    std::vector<uint8_t> bytes;
  };

  Status append();

  Append append_;
  Window window_;
  std::set<std::string> names_;
  void* zip_ = nullptr;  ///< minizip's
};

}  // namespace wardrobe
