#include "tools/program/output_folder.h"

#include <set>
#include <system_error>
#include <utility>

#include "pipeline/io/files.h"
#include "tools/export/export_index.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Error folder_error(const fs::path& path, const std::string& message) {
  return {ErrorCode::io, kNoOffset, path.string() + ": " + message};
}

/// The same without "." and a "/" at its end, so that it has a name and a parent.
fs::path plain(const fs::path& path) {
  const fs::path normal = fs::absolute(path).lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

/// The first on the way from `root` to a file below it that is something else than a folder, such
/// as a link to one; empty: none.
fs::path detour(const fs::path& root, const fs::path& file) {
  std::error_code code;
  for (fs::path folder = file.parent_path(); folder != root; folder = folder.parent_path()) {
    const fs::file_status status = fs::symlink_status(folder, code);
    if (fs::exists(status) && !fs::is_directory(status)) return folder;
  }
  return {};
}

/// The files of the export that made the folder.
Result<std::vector<std::string>> exported_files(const fs::path& path) {
  const Result<std::vector<uint8_t>> index = read_file(path / kIndexName);
  if (!index) return index.error();
  return listed_files(*index);
}

}  // namespace

Result<OutputFolder> OutputFolder::create(const fs::path& path, bool force) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  const bool exists = fs::exists(status);
  if (exists && !fs::is_directory(status)) return folder_error(path, "exists and is not a folder");
  const bool replaces = exists && !fs::is_empty(path, code);
  std::vector<std::string> old_files;
  if (replaces && !force) {
    return folder_error(path, "the folder is not empty (--force replaces an earlier export)");
  }
  if (replaces) {
    Result<std::vector<std::string>> files = exported_files(path);
    if (!files) return folder_error(path, "the folder is not of an export, and stays as it is");
    old_files = *std::move(files);
  }
  Result<UnfinishedFolder> temporary = UnfinishedFolder::create(plain(path).parent_path());
  if (!temporary) return folder_error(path, temporary.error().message);
  return OutputFolder(plain(path), *std::move(temporary), replaces, std::move(old_files));
}

Status OutputFolder::write(const std::vector<ExportFile>& files) const {
  for (const ExportFile& file : files) {
    const Status written = temporary_.write(file.name, file.bytes);
    if (!written) return folder_error(path_ / file.name, written.error().message);
  }
  return ok();
}

Status OutputFolder::finish(const std::vector<std::string>& files) {
  if (!replaces_) {
    const Status moved = temporary_.move_to(path_);
    return moved ? ok() : folder_error(path_, moved.error().message);
  }
  if (Status free = check_places(files); !free) return free;
  for (const std::string& file : files) {
    if (Status moved = move(file); !moved) return moved;
  }
  remove_stale(files);
  return ok();
}

/// Whether every file goes to a place of the earlier export, or to one where nothing is.
Status OutputFolder::check_places(const std::vector<std::string>& files) const {
  const std::set<std::string> old(old_files_.begin(), old_files_.end());
  std::error_code code;
  for (const std::string& file : files) {
    const fs::path path = path_ / file;
    const fs::path other = detour(path_, path);
    if (!other.empty()) return folder_error(other, "exists and is not a folder");
    if (!old.contains(file) && fs::exists(fs::symlink_status(path, code))) {
      return folder_error(path, "exists and is not of an export");
    }
  }
  return ok();
}

Status OutputFolder::move(const std::string& file) const {
  std::error_code code;
  fs::create_directories((path_ / file).parent_path(), code);
  fs::rename(temporary_.path() / file, path_ / file, code);
  if (code) return folder_error(path_ / file, "cannot create: " + code.message());
  return ok();
}

/// Removes the files of the earlier export that `files` do not replace.
void OutputFolder::remove_stale(const std::vector<std::string>& files) const {
  const std::set<std::string> fresh(files.begin(), files.end());
  std::error_code ignored;
  for (const std::string& file : old_files_) {
    const fs::path path = path_ / file;
    if (fresh.contains(file) || !detour(path_, path).empty()) continue;
    fs::remove(path, ignored);
    for (fs::path folder = path.parent_path(); folder != path_; folder = folder.parent_path()) {
      if (!fs::remove(folder, ignored)) break;  // not empty
    }
  }
}

}  // namespace wardrobe
