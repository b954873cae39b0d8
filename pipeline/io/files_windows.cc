#include <algorithm>

#include "pipeline/io/files.h"
#include "pipeline/io/handle_windows.h"
#include "pipeline/io/system_error.h"

namespace wardrobe {
namespace {

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

}  // namespace

std::error_code last_error() {
  return {static_cast<int>(::GetLastError()), std::system_category()};
}

Result<std::unique_ptr<ByteSource>> open_file(const std::filesystem::path& path) {
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
Result<std::vector<std::filesystem::path>> list_folder(const std::filesystem::path& folder,
                                                       Listed what) {
  std::vector<std::filesystem::path> names;
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

}  // namespace wardrobe
