#include "tools/edit/picture_folder.h"

#include <algorithm>
#include <system_error>

#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Result<std::vector<uint8_t>> load(const fs::path& folder, const std::string& name) {
  const fs::path path = folder / name;
  std::error_code code;
  const fs::path real_folder = fs::canonical(folder, code);
  const fs::path real = code ? fs::path() : fs::canonical(path, code);
  if (code) {
    const bool missing = code == std::errc::no_such_file_or_directory;
    return Error{missing ? ErrorCode::not_found : ErrorCode::io, kNoOffset,
                 path.string() + ": " + code.message()};
  }
  if (!is_in(real, real_folder)) {
    return Error{ErrorCode::io, kNoOffset, path.string() + ": leads out of the folder"};
  }
  Result<std::vector<uint8_t>> file = read_file(real);
  if (!file) return Error{file.error().code, kNoOffset, describe(path.string(), file.error())};
  return file;
}

}  // namespace

bool is_in(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

LoadFile picture_folder(const fs::path& folder) {
  return [folder](const std::string& name) { return load(folder, name); };
}

}  // namespace wardrobe
