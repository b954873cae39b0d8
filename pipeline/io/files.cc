#include "pipeline/io/files.h"

#include <string>
#include <system_error>

namespace wardrobe {

namespace fs = std::filesystem;

fs::path path_from(std::string_view text) { return std::u8string(text.begin(), text.end()); }

Result<std::vector<uint8_t>> read_file(const fs::path& path, uint64_t most) {
  ASSIGN_OR_RETURN(const std::unique_ptr<ByteSource> source, open_file(path));
  if (source->size() > most) {
    return Error{ErrorCode::limit, kNoOffset,
                 "the file has " + std::to_string(source->size()) + " bytes; " +
                     std::to_string(most) + " is the limit"};
  }
  std::vector<uint8_t> bytes(source->size());
  TRY(source->read(0, bytes));
  return bytes;
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored);
}

bool is_in(const fs::path& path, const fs::path& folder) {
  const auto is_link = [](const fs::path& name) {
    std::error_code ignored;
    return fs::is_symlink(fs::symlink_status(name, ignored));
  };
  if (is_link(folder)) return false;  // A link itself holds nothing.
  fs::path at = is_link(path) ? path.parent_path() : path;
  while (!same_file(at, folder)) {
    if (!at.has_relative_path()) return false;
    at = at.parent_path();
  }
  return true;
}

}  // namespace wardrobe
