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
#include "pipeline/io/system_error.h"

namespace wardrobe {
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

}  // namespace wardrobe
