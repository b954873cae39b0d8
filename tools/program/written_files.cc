#include "tools/program/written_files.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "formats/hash.h"
#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// A line of the record, without the line break.
std::string line_of(const WrittenFile& file) {
  return fmt::format("{:016x}  {}", file.hash, file.name);
}

Result<uint64_t> hash_file(const fs::path& path) {
  constexpr uint64_t kPieceSize = 256 * 1024;
  ASSIGN_OR_RETURN(const std::unique_ptr<ByteSource> file, open_file(path));
  std::vector<uint8_t> piece;
  uint64_t at = 0;
  Status status = ok();
  const uint64_t hash = xxh64_of_pieces([&]() -> Bytes {
    piece.resize(std::min(kPieceSize, file->size() - at));
    status = file->read(at, piece);
    if (!status) piece.clear();
    at += piece.size();
    return piece;
  });
  if (!status) return status.error();
  return hash;
}

/// Calls visit(name, path) for everything in `folder` and below it except folders that are not
/// empty, in the order of names, until a call returns false. A folder that cannot be listed counts
/// as empty. `name` is the name of `folder`; names of what is in it start with it.
bool visit_all(const std::string& name, const fs::path& folder,
               const std::function<bool(const std::string& name, const fs::path& path)>& visit) {
  const Result<std::vector<fs::path>> entries = list_folder(folder);
  if (!entries || entries->empty()) return visit(name, folder);
  return std::ranges::all_of(*entries, [&](const fs::path& file) {
    const fs::path entry = folder / file;
    const std::string entry_name = name + '/' + file.string();
    std::error_code ignored;
    const bool is_folder = fs::is_directory(fs::symlink_status(entry, ignored));
    return is_folder ? visit_all(entry_name, entry, visit) : visit(entry_name, entry);
  });
}

bool is_plain_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(fs::symlink_status(path, ignored));
}

}  // namespace

WrittenFiles::WrittenFiles(const fs::path& folder) : folder_(folder) {
  const Result<std::vector<uint8_t>> bytes = read_file(path());
  if (!bytes) return;
  std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  for (size_t end = 0; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    lines_.emplace(text.substr(0, end));
  }
  torn_ = !text.empty();
}

bool WrittenFiles::holds(const std::string& name, const fs::path& place) const {
  if (lines_.empty() || !is_plain_file(place)) return false;
  const Result<uint64_t> hash = hash_file(place);
  return hash && lines_.contains(line_of({name, *hash}));
}

std::optional<fs::path> WrittenFiles::first_other(const std::string& name,
                                                  const fs::path& place) const {
  std::optional<fs::path> other;
  visit_all(name, place, [&](const std::string& entry, const fs::path& path) {
    if (!holds(entry, path)) other = folder_ / path_from(entry);
    return !other;
  });
  return other;
}

Status WrittenFiles::add(const std::vector<WrittenFile>& files) {
  std::string text;
  for (const WrittenFile& file : files) {
    // A name with a line break would make two lines. Such a file is not recorded, and so never
    // replaced.
    if (file.name.find('\n') != std::string::npos) continue;
    const auto [line, is_new] = lines_.insert(line_of(file));
    if (is_new) text += *line + '\n';
  }
  if (text.empty()) return ok();
  if (std::exchange(torn_, false)) text.insert(0, 1, '\n');
  const Status added =
      append_to_file(path(), {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  return added ? ok()
               : Error{ErrorCode::io, kNoOffset, path().string() + ": " + added.error().message};
}

Result<std::vector<WrittenFile>> hash_folder(const fs::path& folder, const std::string& name) {
  std::vector<WrittenFile> files;
  Status status = ok();
  visit_all(name, folder, [&](const std::string& entry, const fs::path& path) {
    if (!is_plain_file(path)) return true;
    const Result<uint64_t> hash = hash_file(path);
    if (hash) files.push_back({entry, *hash});
    if (!hash) status = hash.error();
    return static_cast<bool>(hash);
  });
  if (!status) return status.error();
  std::ranges::sort(files, {}, &WrittenFile::name);
  return files;
}

}  // namespace wardrobe
