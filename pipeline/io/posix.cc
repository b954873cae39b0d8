#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "pipeline/io/descriptor_posix.h"
#include "pipeline/io/files.h"
#include "pipeline/io/process.h"
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
namespace {

namespace fs = std::filesystem;

constexpr mode_t kMode = 0666;  // less the umask

Status write_all(int fd, Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return system_error("cannot write");
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return ok();
}

Status sync(int fd) { return ::fsync(fd) == 0 ? ok() : Status(system_error("cannot write")); }

Status write_and_sync(int fd, Bytes bytes) {
  TRY(write_all(fd, bytes));
  return sync(fd);
}

int create(const fs::path& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kMode);
}

class FileBeingWritten : public NewFile {
 public:
  explicit FileBeingWritten(int fd) : file_(fd) {}

  Status append(Bytes bytes) override { return write_all(file_.get(), bytes); }
  Status sync() override { return wardrobe::sync(file_.get()); }

 private:
  Descriptor file_;
};

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Renames `from` to `to`, unless `to` exists. Returns false, with errno set, if it fails.
bool rename_exclusively(const fs::path& from, const fs::path& to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return true;
  if (errno == EEXIST) return false;
#endif
  if (::link(from.c_str(), to.c_str()) == 0) {
    ::unlink(from.c_str());
    return true;
  }
  if (errno == EEXIST) return false;
  // The system supports neither here. Creating `to` first and filling it later could leave half a
  // file.
  std::error_code ignored;
  if (fs::exists(fs::symlink_status(to, ignored))) {
    errno = EEXIST;
    return false;
  }
  return ::rename(from.c_str(), to.c_str()) == 0;
}

/// Gives the finished file `from` its final name. If that fails, removes it.
Status move_into_place(const fs::path& from, const fs::path& to, IfExists if_exists,
                       const std::function<Status()>& check) {
  Status moved = if_exists == IfExists::replace && check ? check() : ok();
  if (moved) moved = rename_entry(from, to, if_exists);
  if (!moved) ::unlink(from.c_str());
  return moved;
}

#if defined(O_TMPFILE)
/// Gives an unnamed file a name. Returns false, with errno set, if it fails.
bool link_unnamed(int fd, const fs::path& name) {
  const std::string self = "/proc/self/fd/" + std::to_string(fd);
  return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

/// Writes through an unnamed file. Returns nullopt if that is not supported, which may become known
/// only when the file is to get its name.
std::optional<Status> write_unnamed(const fs::path& path, Bytes bytes, IfExists if_exists,
                                    const std::function<Status()>& check) {
  const fs::path folder = folder_of(path);
  const Descriptor file(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, kMode));
  if (!file.open()) return std::nullopt;
  TRY(write_and_sync(file.get(), bytes));
  const auto link_to = [&](const fs::path& name) { return link_unnamed(file.get(), name); };
  if (if_exists == IfExists::replace) {
    const Result<fs::path> name = create_temporary(folder, link_to);
    if (name) return move_into_place(*name, path, if_exists, check);
  } else if (link_to(path)) {
    return ok();
  } else if (errno == EEXIST) {
    return system_error("cannot create");
  }
  return std::nullopt;
}
#else
std::optional<Status> write_unnamed(const fs::path&, Bytes, IfExists,
                                    const std::function<Status()>&) {
  return std::nullopt;
}
#endif

Status write_temporary(const fs::path& path, Bytes bytes, IfExists if_exists,
                       const std::function<Status()>& check) {
  int fd = -1;
  const Result<fs::path> name = create_temporary(folder_of(path), [&](const fs::path& free) {
    fd = create(free);
    return fd >= 0;
  });
  if (!name) return name.error();
  {
    const Descriptor file(fd);  // closed before it moves, as some network file systems require
    if (Status written = write_and_sync(fd, bytes); !written) {
      ::unlink(name->c_str());
      return written;
    }
  }
  return move_into_place(*name, path, if_exists, check);
}

}  // namespace

Status write_file(const fs::path& path, Bytes bytes, IfExists if_exists,
                  const std::function<Status()>& check) {
  const std::optional<Status> unnamed = write_unnamed(path, bytes, if_exists, check);
  TRY(unnamed ? *unnamed : write_temporary(path, bytes, if_exists, check));
  sync_folder(folder_of(path));
  return ok();
}

Status rename_entry(const fs::path& from, const fs::path& to, IfExists if_exists) {
  const bool renamed = if_exists == IfExists::replace ? ::rename(from.c_str(), to.c_str()) == 0
                                                      : rename_exclusively(from, to);
  return renamed ? ok() : Status(system_error("cannot create"));
}

void sync_folder(const fs::path& folder) {
  const Descriptor open(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (open.open()) ::fsync(open.get());
}

Result<fs::path> create_temporary_folder(const fs::path& folder) {
  constexpr mode_t kFolderMode = 0777;  // less the umask
  return create_temporary(
      folder, [&](const fs::path& free) { return ::mkdir(free.c_str(), kFolderMode) == 0; });
}

Status rename_folder(const fs::path& from, const fs::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) return system_error("cannot create");
  return ok();
}

void remove_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::remove_all(folder, ignored);
}

Status swap_folders(const fs::path& a, const fs::path& b) {
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return ok();
#else
  const fs::path aside = a.string() + ".old";
  if (::rename(b.c_str(), aside.c_str()) == 0 && ::rename(a.c_str(), b.c_str()) == 0 &&
      ::rename(aside.c_str(), a.c_str()) == 0) {
    return ok();
  }
#endif
  Error error = system_error("cannot replace a folder here (remove it first)");
#ifndef RENAME_EXCHANGE
  ::rename(b.c_str(), a.c_str());  // Moves back; fails where nothing has been moved.
  ::rename(aside.c_str(), b.c_str());
#endif
  return error;
}

Result<std::unique_ptr<NewFile>> create_file(const fs::path& path) {
  const int fd = create(path);
  if (fd < 0) return system_error("cannot create");
  return std::unique_ptr<NewFile>(std::make_unique<FileBeingWritten>(fd));
}

Status write_part(const fs::path& path, Bytes bytes) {
  const Descriptor file(create(path));
  if (!file.open()) return system_error("cannot create");
  return write_all(file.get(), bytes);
}

bool output_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }
bool errors_are_terminal() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace wardrobe
