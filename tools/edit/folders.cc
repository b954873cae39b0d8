#include "tools/edit/folders.h"

#include <optional>
#include <set>
#include <string>
#include <system_error>

#include "pipeline/game_path.h"
#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Error path_error(const fs::path& path, const std::string& message) {
  return {ErrorCode::io, kNoOffset, path.string() + ": " + message};
}

Status done(const fs::path& path, const std::error_code& code) {
  return code ? Status(path_error(path, code.message())) : ok();
}

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

Status copy_entry(const fs::path& from, const fs::path& to) {
  std::error_code code;
  const fs::file_status status = fs::status(from, code);
  const bool link = fs::is_symlink(fs::symlink_status(from, code));
  code.clear();
  if (fs::is_regular_file(status)) {
    fs::copy_file(from, to, code);
  } else if (link) {
    fs::copy_symlink(from, to, code);
  } else if (fs::is_directory(status)) {
    fs::create_directory(to, from, code);
  } else {
    return path_error(from, "is neither a file nor a folder, so it cannot be copied");
  }
  return done(from, code);
}

/// Copies all that is in a folder but the files `skipped` in it itself.
Status copy_folder(const fs::path& from, const fs::path& to, const std::set<std::string>& skipped) {
  std::error_code code;
  fs::recursive_directory_iterator it(from, code);
  for (const fs::recursive_directory_iterator end; !code && it != end; it.increment(code)) {
    const fs::path name = it->path().lexically_relative(from);
    if (it.depth() == 0 && skipped.contains(name.string())) continue;
    if (Status copied = copy_entry(it->path(), to / name); !copied) return copied;
  }
  return done(from, code);
}

}  // namespace

LoadFile picture_folder(const fs::path& folder) {
  return [folder](const std::string& name) { return load(folder, name); };
}

Status write_game_folder(const fs::path& game, const GameInput& input, const NewFiles& files,
                         const fs::path& folder) {
  std::set<std::string> written;
  const auto write = [&](const GameFile& file, const std::optional<std::vector<uint8_t>>& bytes) {
    if (!bytes) return ok();
    written.insert(file.name);
    const Status status = write_file(folder / file.name, *bytes, IfExists::fail);
    return status ? status : path_error(file.name, status.error().message);
  };
  if (input.index) {
    if (Status index = write(*input.index, files.index); !index) return index;
  }
  for (size_t i = 0; i < input.resources.size(); ++i) {
    if (Status file = write(input.resources[i], files.resources[i]); !file) return file;
  }
  std::error_code ignored;
  if (fs::is_directory(game, ignored)) return copy_folder(game, folder, written);
  for (const fs::path& path : paths_of(input)) {
    if (written.contains(path.filename().string())) continue;
    if (Status copied = copy_entry(path, folder / path.filename()); !copied) return copied;
  }
  return ok();
}

}  // namespace wardrobe
