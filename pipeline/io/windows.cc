#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <memory>
#include <vector>
#include <windows.h>

#include "pipeline/io/files.h"
#include "pipeline/io/process.h"

#define WIN32_LEAN_AND_MEAN

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// An open file; closed on destruction. INVALID_HANDLE_VALUE is none.
class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() {
    if (open()) ::CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  HANDLE get() const { return handle_; }
  bool open() const { return handle_ != INVALID_HANDLE_VALUE; }

 private:
  HANDLE handle_;
};

constexpr unsigned kWordBits = 32;

class FileSource : public ByteSource {
 public:
  FileSource(HANDLE handle, uint64_t size) : file_(handle), size_(size) {}

  uint64_t size() const override { return size_; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    constexpr size_t kMostAtOnce = size_t{1} << 30;
    while (!out.empty()) {
      OVERLAPPED place{};
      place.Offset = static_cast<DWORD>(offset);
      place.OffsetHigh = static_cast<DWORD>(offset >> kWordBits);
      const auto wanted = static_cast<DWORD>(std::min(out.size(), kMostAtOnce));
      DWORD count = 0;
      const bool done = ::ReadFile(file_.get(), out.data(), wanted, &count, &place) != 0;
      if (!done && ::GetLastError() != ERROR_HANDLE_EOF) return system_error("cannot read", offset);
      if (count == 0) return Error{ErrorCode::truncated, offset, "the file ends here"};
      offset += count;
      out = out.subspan(count);
    }
    return ok();
  }

 private:
  Handle file_;
  uint64_t size_;
};

class FileBeingWritten : public NewFile {
 public:
  explicit FileBeingWritten(HANDLE file) : file_(file) {}

  Status append(Bytes bytes) override {
    constexpr size_t kMostAtOnce = size_t{1} << 30;
    while (!bytes.empty()) {
      const auto wanted = static_cast<DWORD>(std::min(bytes.size(), kMostAtOnce));
      DWORD count = 0;
      if (::WriteFile(file_.get(), bytes.data(), wanted, &count, nullptr) == 0) {
        return system_error("cannot write");
      }
      bytes = bytes.subspan(count);
    }
    return ok();
  }
  Status sync() override {
    return ::FlushFileBuffers(file_.get()) != 0 ? ok() : Status(system_error("cannot write"));
  }

 private:
  Handle file_;
};

bool move_file(const fs::path& from, const fs::path& to, DWORD flags) {
  return ::MoveFileExW(from.c_str(), to.c_str(), flags | MOVEFILE_WRITE_THROUGH) != 0;
}

/// Whether `stream` is a console. If so, makes it take escape sequences.
bool is_terminal(DWORD stream) {
  const HANDLE handle = ::GetStdHandle(stream);
  DWORD mode = 0;
  return ::GetConsoleMode(handle, &mode) != 0 &&
         ::SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

/// Restores the encoding that the console had when this function was first called.
void restore_console() {
  static const UINT before = ::GetConsoleOutputCP();
  ::SetConsoleOutputCP(before);
}

/// Handles an interrupt. The system calls this function in a thread of its own.
BOOL WINAPI on_interrupt(DWORD) {
  remove_unfinished_folders();
  restore_console();
  std::_Exit(static_cast<int>(STATUS_CONTROL_C_EXIT));
}

}  // namespace

std::error_code last_error() {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}

Result<std::unique_ptr<ByteSource>> open_file(const fs::path& path) {
  constexpr DWORD kSharedWithAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  // FILE_FLAG_BACKUP_SEMANTICS: lets CreateFileW open a folder, so that it can be refused.
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_READ, kSharedWithAll, nullptr,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (file == INVALID_HANDLE_VALUE) return system_error("cannot open");
  BY_HANDLE_FILE_INFORMATION info{};
  const bool regular = ::GetFileType(file) == FILE_TYPE_DISK &&
                       ::GetFileInformationByHandle(file, &info) != 0 &&
                       (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) == 0;
  const uint64_t size = uint64_t{info.nFileSizeHigh} << kWordBits | info.nFileSizeLow;
  std::unique_ptr<ByteSource> source = std::make_unique<FileSource>(file, size);
  if (!regular) return Error{ErrorCode::io, kNoOffset, "cannot open: not a regular file"};
  return source;
}

/// Does not use std::filesystem, which lists a folder with a long path as empty.
Result<std::vector<fs::path>> list_folder(const fs::path& folder, Listed what) {
  std::vector<fs::path> names;
  WIN32_FIND_DATAW entry{};
  const HANDLE search = ::FindFirstFileW((folder / L"*").c_str(), &entry);
  if (search == INVALID_HANDLE_VALUE) return system_error("cannot list");
  do {
    const std::wstring_view name = entry.cFileName;
    const bool is_folder = (entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    const bool is_link = (entry.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    const bool wanted = what == Listed::all ||
                        (is_folder ? what == Listed::folders && !is_link : what == Listed::files);
    if (wanted && name != L"." && name != L"..") names.emplace_back(name);
  } while (::FindNextFileW(search, &entry) != 0);
  const DWORD end = ::GetLastError();
  ::FindClose(search);
  ::SetLastError(end);
  if (end != ERROR_NO_MORE_FILES) return system_error("cannot list");
  std::ranges::sort(names);
  return names;
}

Status rename_entry(const fs::path& from, const fs::path& to, IfExists if_exists) {
  const DWORD flags = if_exists == IfExists::replace ? MOVEFILE_REPLACE_EXISTING : 0;
  if (!move_file(from, to, flags)) return system_error("cannot create");
  return ok();
}

void sync_folder(const fs::path&) {}  // move_file has done it.

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

Result<std::unique_ptr<NewFile>> create_file(const fs::path& path) {
  const HANDLE file = ::CreateFileW(path.c_str(), GENERIC_WRITE, 0, nullptr, CREATE_NEW,
                                    FILE_ATTRIBUTE_NORMAL, nullptr);
  if (file == INVALID_HANDLE_VALUE) return system_error("cannot create");
  return std::unique_ptr<NewFile>(std::make_unique<FileBeingWritten>(file));
}

bool output_is_terminal() { return is_terminal(STD_OUTPUT_HANDLE); }
bool errors_are_terminal() { return is_terminal(STD_ERROR_HANDLE); }
void prepare_process() {
  for (std::FILE* stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  restore_console();
  ::SetConsoleOutputCP(CP_UTF8);
  std::atexit(restore_console);
  ::SetConsoleCtrlHandler(on_interrupt, TRUE);
}

}  // namespace wardrobe
