#include <algorithm>
#include <memory>

#include "pipeline/io/files.h"
#include "pipeline/io/handle_windows.h"
#include "pipeline/io/system_error.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Status write_all(HANDLE file, Bytes bytes) {
  constexpr size_t kMostAtOnce = size_t{1} << 30;
  while (!bytes.empty()) {
    const auto wanted = static_cast<DWORD>(std::min(bytes.size(), kMostAtOnce));
    DWORD count = 0;
    if (::WriteFile(file, bytes.data(), wanted, &count, nullptr) == 0) {
      return system_error("cannot write");
    }
    bytes = bytes.subspan(count);
  }
  return ok();
}

HANDLE create_file(const fs::path& path, DWORD access) {
  return ::CreateFileW(path.c_str(), access, 0, nullptr, CREATE_NEW, FILE_ATTRIBUTE_NORMAL,
                       nullptr);
}

/// Sets whether the system removes a file when it is closed. It is also closed when the process is
/// killed. Not all file systems support that.
void remove_when_closed(HANDLE file, bool wanted) {
  FILE_DISPOSITION_INFO info{};
  info.DeleteFile = wanted ? TRUE : FALSE;
  ::SetFileInformationByHandle(file, FileDispositionInfo, &info, sizeof(info));
}

/// Writes `bytes` to a file. The file stays only if all of them are written.
Status fill(HANDLE file, Bytes bytes) {
  remove_when_closed(file, true);
  TRY(write_all(file, bytes));
  if (::FlushFileBuffers(file) == 0) return system_error("cannot write");
  remove_when_closed(file, false);
  return ok();
}

class FileBeingWritten : public NewFile {
 public:
  explicit FileBeingWritten(HANDLE file) : file_(file) {}

  Status append(Bytes bytes) override { return write_all(file_.get(), bytes); }
  Status sync() override {
    return ::FlushFileBuffers(file_.get()) != 0 ? ok() : Status(system_error("cannot write"));
  }

 private:
  Handle file_;
};

bool move_file(const fs::path& from, const fs::path& to, DWORD flags) {
  return ::MoveFileExW(from.c_str(), to.c_str(), flags | MOVEFILE_WRITE_THROUGH) != 0;
}

}  // namespace

Status write_file(const fs::path& path, Bytes bytes, IfExists if_exists,
                  const std::function<Status()>& check) {
  HANDLE created = INVALID_HANDLE_VALUE;
  const Result<fs::path> name = create_temporary(path.parent_path(), [&](const fs::path& free) {
    created = create_file(free, GENERIC_WRITE | DELETE);
    return created != INVALID_HANDLE_VALUE;
  });
  if (!name) return name.error();
  Status done = ok();
  {
    const Handle file(created);  // closed before it moves
    done = fill(created, bytes);
  }
  if (done && if_exists == IfExists::replace && check) done = check();
  if (done) done = rename_entry(*name, path, if_exists);
  if (!done) ::DeleteFileW(name->c_str());
  return done;
}

Status rename_entry(const fs::path& from, const fs::path& to, IfExists if_exists) {
  const DWORD flags = if_exists == IfExists::replace ? MOVEFILE_REPLACE_EXISTING : 0;
  if (!move_file(from, to, flags)) return system_error("cannot create");
  return ok();
}

void sync_folder(const fs::path&) {}  // move_file has done it.

Result<fs::path> create_temporary_folder(const fs::path& folder) {
  return create_temporary(
      folder, [&](const fs::path& free) { return ::CreateDirectoryW(free.c_str(), nullptr) != 0; });
}

Status rename_folder(const fs::path& from, const fs::path& to) {
  ::RemoveDirectoryW(to.c_str());  // removes it only if it is empty
  if (!move_file(from, to, 0)) return system_error("cannot create");
  return ok();
}

/// Does not use std::filesystem, which fails to remove read-only files and files with long paths.
void remove_folder(const fs::path& folder) {
  const Result<std::vector<fs::path>> names = list_folder(folder);
  if (!names) return;
  for (const fs::path& name : *names) {
    const fs::path path = folder / name;
    const DWORD attributes = ::GetFileAttributesW(path.c_str());
    const bool link = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    const bool is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    ::SetFileAttributesW(path.c_str(), FILE_ATTRIBUTE_NORMAL);
    if (!is_folder) {
      ::DeleteFileW(path.c_str());
    } else if (link) {
      ::RemoveDirectoryW(path.c_str());
    } else {
      remove_folder(path);
    }
  }
  ::RemoveDirectoryW(folder.c_str());
}

Status swap_folders(const fs::path& a, const fs::path& b) {
  fs::path aside = a;
  aside += ".old";
  if (move_file(b, aside, 0) && move_file(a, b, 0) && move_file(aside, a, 0)) return ok();
  Error error = system_error("cannot replace the folder");
  move_file(b, a, 0);  // Moves back; fails where nothing has been moved.
  move_file(aside, b, 0);
  return error;
}

Result<std::unique_ptr<NewFile>> create_file(const fs::path& path) {
  const HANDLE file = create_file(path, GENERIC_WRITE);
  if (file == INVALID_HANDLE_VALUE) return system_error("cannot create");
  return std::unique_ptr<NewFile>(std::make_unique<FileBeingWritten>(file));
}

Status write_part(const fs::path& path, Bytes bytes) {
  const Handle file(create_file(path, GENERIC_WRITE));
  if (!file.open()) return system_error("cannot create");
  return write_all(file.get(), bytes);
}

}  // namespace wardrobe
