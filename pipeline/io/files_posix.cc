#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pipeline/io/descriptor_posix.h"
#include "pipeline/io/files.h"
#include "pipeline/io/system_error.h"

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

std::error_code last_error() { return {errno, std::generic_category()}; }

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

Result<std::vector<std::filesystem::path>> list_folder(const std::filesystem::path& folder,
                                                       Listed what) {
  std::error_code code;
  std::vector<std::filesystem::path> names;
  namespace fs = std::filesystem;
  fs::directory_iterator it(folder, code);
  for (const fs::directory_iterator end; !code && it != end; it.increment(code)) {
    std::error_code ignored;
    const fs::file_type type = it->symlink_status(ignored).type();
    const bool is_link = type == fs::file_type::symlink;
    const bool is_folder = type == fs::file_type::directory;
    const bool leads_to_folder = is_link && what == Listed::files && it->is_directory(ignored);
    const bool is_file = type == fs::file_type::regular || (is_link && !leads_to_folder);
    if (what != Listed::all && !(what == Listed::files ? is_file : is_folder)) continue;
    names.push_back(it->path().filename());
  }
  if (code) return Error{ErrorCode::io, kNoOffset, "cannot list: " + code.message()};
  std::ranges::sort(names);
  return names;
}

}  // namespace wardrobe
