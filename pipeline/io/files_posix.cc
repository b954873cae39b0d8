#include <algorithm>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "pipeline/io/descriptor_posix.h"
#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

class FileSource : public ByteSource {
 public:
  FileSource(int fd, uint64_t size) : file_(fd), size_(size) {}

  uint64_t size() const override { return size_; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    while (!out.empty()) {
      const ssize_t count =
          ::pread(file_.get(), out.data(), out.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return system_error("cannot read", offset);
      if (count == 0) return Error{ErrorCode::truncated, offset, "the file ends here"};
      offset += static_cast<uint64_t>(count);
      out = out.subspan(static_cast<size_t>(count));
    }
    return ok();
  }

 private:
  Descriptor file_;
  uint64_t size_;
};

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path) {
  // O_NONBLOCK: opening a FIFO must not wait for a writer.
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return system_error("cannot open");
  struct stat info {};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  std::unique_ptr<ByteSource> source =
      std::make_unique<FileSource>(fd, static_cast<uint64_t>(info.st_size));
  if (!regular) return Error{ErrorCode::io, kNoOffset, "cannot open: not a regular file"};
  return source;
}

Result<std::vector<uint8_t>> read_file(const std::filesystem::path& path, uint64_t most) {
  const Result<std::unique_ptr<ByteSource>> source = open_file(path);
  if (!source) return source.error();
  if ((*source)->size() > most) {
    return Error{ErrorCode::limit, kNoOffset,
                 "the file has " + std::to_string((*source)->size()) + " bytes; " +
                     std::to_string(most) + " are the most that are read"};
  }
  std::vector<uint8_t> bytes((*source)->size());
  if (Status read = (*source)->read(0, bytes); !read) return read.error();
  return bytes;
}

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace wardrobe
