#include "tools/program/written_files.h"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "formats/hash.h"
#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// A line of the record, without its end.
std::string line_of(const WrittenFile& file) {
  return fmt::format("{:016x}  {}", file.hash, file.name);
}

Result<uint64_t> hash_file(const fs::path& path) {
  constexpr uint64_t kPieceSize = 256 * 1024;
  const Result<std::unique_ptr<ByteSource>> file = open_file(path);
  if (!file) return file.error();
  std::vector<uint8_t> piece;
  uint64_t at = 0;
  Status status = ok();
  const uint64_t hash = xxh64_of_pieces([&]() -> Bytes {
    piece.resize(std::min(kPieceSize, (*file)->size() - at));
    status = (*file)->read(at, piece);
    if (!status) piece.clear();
    at += piece.size();
    return piece;
  });
  if (!status) return status.error();
  return hash;
}

std::string joined(const std::string& prefix, const fs::path& name) {
  return (fs::path(prefix) / name).generic_string();
}

/// The entries of a folder, by name; none where it cannot be listed.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::error_code code;
  std::vector<fs::path> entries;
  for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
    entries.push_back(it->path());
  }
  if (code) return {};
  std::ranges::sort(entries);
  return entries;
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

bool WrittenFiles::holds(const std::string& name) const { return holds(name, folder_ / name); }

bool WrittenFiles::holds(const std::string& name, const fs::path& file) const {
  std::error_code ignored;
  if (lines_.empty() || !fs::is_regular_file(fs::symlink_status(file, ignored))) return false;
  const Result<uint64_t> hash = hash_file(file);
  return hash && lines_.contains(line_of({name, *hash}));
}

std::optional<fs::path> WrittenFiles::first_other(const std::string& name,
                                                  const fs::path& place) const {
  const std::vector<fs::path> entries = entries_of(place);
  if (entries.empty()) return folder_ / name;
  for (const fs::path& entry : entries) {
    const std::string entry_name = joined(name, entry.filename());
    std::error_code ignored;
    if (fs::is_directory(fs::symlink_status(entry, ignored))) {
      if (auto other = first_other(entry_name, entry)) return other;
    } else if (!holds(entry_name, entry)) {
      return folder_ / entry_name;
    }
  }
  return std::nullopt;
}

Status WrittenFiles::add(const std::vector<WrittenFile>& files) {
  std::string text;
  for (const WrittenFile& file : files) {
    // A name with a line break in it would be two lines: such a file is never replaced.
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

Result<std::vector<WrittenFile>> hash_folder(const fs::path& folder, const std::string& prefix) {
  std::vector<WrittenFile> files;
  std::error_code code;
  fs::recursive_directory_iterator it(folder, code);
  for (const fs::recursive_directory_iterator end; !code && it != end; it.increment(code)) {
    if (!fs::is_regular_file(it->symlink_status(code))) continue;
    const Result<uint64_t> hash = hash_file(it->path());
    if (!hash) return hash.error();
    files.push_back({joined(prefix, it->path().lexically_relative(folder)), *hash});
  }
  if (code) return Error{ErrorCode::io, kNoOffset, folder.string() + ": " + code.message()};
  std::ranges::sort(files, {}, &WrittenFile::name);
  return files;
}

}  // namespace wardrobe
