#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "pipeline/io/files.h"

namespace wardrobe {

/// Bytes of a file that may_be_container() reads.
inline constexpr size_t kContainerHead = 8;

/// Whether a file of `size` bytes that starts like this may be a container (SCUMM.md §1
/// "Containers").
bool may_be_container(Bytes head, uint64_t size);

/// Opens a container as a folder; null if `file` is not one. `path` is the file's name in messages,
/// and begins the paths of the folders inside: "monkey1.pak/classic/en". Nothing is unpacked to
/// disk, and names inside are never used as names of the file system.
Result<std::unique_ptr<Folder>> open_container(const std::shared_ptr<const ByteSource>& file,
                                               const std::string& path);

/// Opens the `size` bytes of `file` from `offset` on, which must be inside it. The result keeps
/// `file` open.
std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size);

/// A file without its wrapper.
struct Unwrapped {
  std::unique_ptr<ByteSource> bytes;
  bool wrapped = false;  ///< it was in MacBinary (SCUMM.md §1 "Containers")
};
Result<Unwrapped> open_unwrapped(const Folder& folder, const std::string& name);

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
    uint64_t position = 0;  ///< where the next byte goes
    uint64_t start = 0;
    std::vector<uint8_t> bytes;

    uint64_t begin() const { return start; }
    uint64_t end() const { return start + bytes.size(); }
  };

  Status append();

  Append append_;
  Window window_;
  std::set<std::string> names_;
  void* zip_ = nullptr;  ///< minizip's
};

}  // namespace wardrobe
