#include "tools/edit/new_folder.h"

#include <set>
#include <system_error>
#include <utility>

#include "pipeline/game_path.h"
#include "pipeline/io/files.h"
#include "tools/edit/picture_folder.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Error path_error(const fs::path& path, const std::string& message) {
  return {ErrorCode::io, kNoOffset, path.string() + ": " + message};
}

Status done(const fs::path& path, const std::error_code& code) {
  return code ? Status(path_error(path, code.message())) : ok();
}

/// An absolute path without links and dots, whether it exists or not, and without a slash at its
/// end.
fs::path real_path(const fs::path& path) {
  std::error_code ignored;
  fs::path real = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  return real.has_filename() ? real : real.parent_path();
}

fs::path folder_of(const fs::path& game) {
  std::error_code ignored;
  if (fs::is_directory(game, ignored)) return game;
  return game.has_parent_path() ? game.parent_path() : fs::path(".");
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

Status NewFolder::write(const fs::path& game, const GameInput& input, const NewFiles& files) {
  Result<UnfinishedFolder> created = UnfinishedFolder::create(real_path(target_).parent_path());
  if (!created) return path_error(target_, created.error().message);
  const fs::path temporary = temporary_.emplace(*std::move(created)).path();
  std::set<std::string> written;
  const auto write = [&](const GameFile& file, const std::optional<std::vector<uint8_t>>& bytes) {
    if (!bytes) return ok();
    written.insert(file.name);
    const Status status = write_file(temporary / file.name, *bytes, IfExists::fail);
    return status ? status : path_error(target_ / file.name, status.error().message);
  };
  if (input.index) {
    if (Status index = write(*input.index, files.index); !index) return index;
  }
  for (size_t i = 0; i < input.resources.size(); ++i) {
    if (Status file = write(input.resources[i], files.resources[i]); !file) return file;
  }
  std::error_code ignored;
  if (fs::is_directory(game, ignored)) return copy_folder(game, temporary, written);
  for (const fs::path& path : paths_of(input)) {
    if (written.contains(path.filename().string())) continue;
    if (Status copied = copy_entry(path, temporary / path.filename()); !copied) return copied;
  }
  return ok();
}

fs::path NewFolder::game(const fs::path& game) const {
  std::error_code ignored;
  return fs::is_directory(game, ignored) ? temporary_->path()
                                         : temporary_->path() / game.filename();
}

Status NewFolder::finish(bool replace) {
  const fs::path target = real_path(target_);
  const fs::path old = temporary_->path().string() + ".old";
  std::error_code code;
  const bool replaces = replace && fs::exists(target, code);
  if (replaces) fs::rename(target, old, code);
  if (code) return path_error(target_, "cannot replace: " + code.message());
  if (const Status moved = temporary_->move_to(target); !moved) {
    std::error_code ignored;
    if (replaces) fs::rename(old, target, ignored);
    return path_error(target_, moved.error().message);
  }
  if (replaces) fs::remove_all(old, code);
  return done(old, code);
}

Status check_new_folder(const fs::path& target, const fs::path& game, const fs::path& pictures,
                        bool force) {
  const fs::path real = real_path(target);
  for (const fs::path& folder : {real_path(folder_of(game)), real_path(pictures)}) {
    if (is_in(real, folder)) return path_error(target, "is in " + folder.string());
    if (is_in(folder, real)) return path_error(target, folder.string() + " is in it");
  }
  std::error_code code;
  const fs::file_status status = fs::symlink_status(target, code);
  if (status.type() == fs::file_type::not_found) return ok();
  if (status.type() == fs::file_type::none) return path_error(target, code.message());
  if (!force) return path_error(target, "exists (use --force)");
  if (!fs::is_directory(status)) return path_error(target, "exists and is not a folder");
  if (!open_game(target))
    return path_error(target, "exists and holds no game, so it is not replaced");
  return ok();
}

}  // namespace wardrobe
