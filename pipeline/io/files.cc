#include "pipeline/io/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace wardrobe {
namespace {

Error system_error(const std::string& what, uint64_t offset = kNoOffset) {
  return {errno == ENOENT ? ErrorCode::not_found : ErrorCode::io, offset,
          what + ": " + std::strerror(errno)};
}

/// An open file, closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }

 private:
  int fd_;
};

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

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(Bytes bytes) : bytes_(bytes) {}

  uint64_t size() const override { return bytes_.size(); }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset > bytes_.size() || out.size() > bytes_.size() - offset) {
      return Error{ErrorCode::truncated, bytes_.size(), "the file ends here"};
    }
    std::copy_n(bytes_.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
    return ok();
  }

 private:
  Bytes bytes_;
};

Status write_all(int fd, Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error("cannot write");
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  if (::fsync(fd) != 0) return system_error("cannot write");
  return ok();
}

std::filesystem::path folder_of(const std::filesystem::path& path) {
  return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// A name beside `path` that nobody else uses; a short one, for `path` may have the longest.
std::filesystem::path temporary_name(const std::filesystem::path& path) {
  return folder_of(path) / (".wardrobe." + std::to_string(::getpid()) + ".tmp");
}

/// Gives the file `from` the name `path`; `from` is gone afterwards either way.
Status move_into_place(const std::filesystem::path& from, const std::filesystem::path& path,
                       IfExists if_exists) {
  // link() fails where the name is taken, rename() takes it over.
  const bool moved = if_exists == IfExists::replace ? ::rename(from.c_str(), path.c_str()) == 0
                                                    : ::link(from.c_str(), path.c_str()) == 0;
  Status status = moved ? ok() : Status(system_error("cannot create"));
  if (!moved || if_exists == IfExists::fail) ::unlink(from.c_str());
  return status;
}

/// Writes through a file that has no name until it is whole.
Status write_unnamed(const Descriptor& file, const std::filesystem::path& path, Bytes bytes,
                     IfExists if_exists) {
  if (Status written = write_all(file.get(), bytes); !written) return written;
  const std::string self = "/proc/self/fd/" + std::to_string(file.get());
  const std::filesystem::path name = if_exists == IfExists::replace ? temporary_name(path) : path;
  if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
    return system_error("cannot create");
  }
  return if_exists == IfExists::replace ? move_into_place(name, path, if_exists) : ok();
}

Status write_temporary(const std::filesystem::path& path, Bytes bytes, IfExists if_exists) {
  const std::filesystem::path name = temporary_name(path);
  const Descriptor file(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.open()) return system_error("cannot create");
  if (Status written = write_all(file.get(), bytes); !written) {
    ::unlink(name.c_str());
    return written;
  }
  return move_into_place(name, path, if_exists);
}

}  // namespace

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return system_error("cannot open");
  struct stat info {};
  const bool regular = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  std::unique_ptr<ByteSource> source =
      std::make_unique<FileSource>(fd, static_cast<uint64_t>(info.st_size));
  if (!regular) return Error{ErrorCode::io, kNoOffset, "cannot open: not a regular file"};
  return source;
}

std::unique_ptr<ByteSource> open_memory(Bytes bytes) {
  return std::make_unique<MemorySource>(bytes);
}

Result<std::vector<uint8_t>> read_file(const std::filesystem::path& path) {
  const Result<std::unique_ptr<ByteSource>> source = open_file(path);
  if (!source) return source.error();
  std::vector<uint8_t> bytes((*source)->size());
  if (Status read = (*source)->read(0, bytes); !read) return read.error();
  return bytes;
}

Status write_file(const std::filesystem::path& path, Bytes bytes, IfExists if_exists) {
  const std::filesystem::path folder = folder_of(path);
  const Descriptor unnamed(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
  Status written = unnamed.open() ? write_unnamed(unnamed, path, bytes, if_exists)
                                  : write_temporary(path, bytes, if_exists);
  if (!written) return written;
  const Descriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.open()) ::fsync(directory.get());
  return ok();
}

}  // namespace wardrobe
