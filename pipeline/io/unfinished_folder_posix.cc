#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <system_error>
#include <utility>

#include "pipeline/io/descriptor_posix.h"
#include "pipeline/io/files.h"
#include "pipeline/io/unfinished_folder.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// Those that there are. A folder is created, renamed and removed under the lock, so that an
/// interrupt finds each under the name that is listed.
struct UnfinishedNames {
  std::mutex lock;
  std::set<fs::path> names;
};

/// Never destroyed: an interrupt may come while the process exits.
UnfinishedNames& unfinished_names() {
  static auto& names = *new UnfinishedNames;
  return names;
}

/// Swaps the names of two folders at once; false with errno set.
bool swap_names(const fs::path& a, const fs::path& b) {
#ifdef RENAME_EXCHANGE
  return ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0;
#else
  errno = ENOTSUP;
  return false;
#endif
}

}  // namespace

Result<UnfinishedFolder> UnfinishedFolder::create(const fs::path& parent) {
  UnfinishedNames& all = unfinished_names();
  const std::scoped_lock lock(all.lock);
  Result<fs::path> path = create_temporary_folder(parent);
  if (!path) return path.error();
  all.names.insert(*path);
  return UnfinishedFolder(*std::move(path));
}

UnfinishedFolder::UnfinishedFolder(fs::path path) : path_(std::move(path)) {}

UnfinishedFolder::UnfinishedFolder(UnfinishedFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

UnfinishedFolder::~UnfinishedFolder() {
  if (path_.empty()) return;
  UnfinishedNames& all = unfinished_names();
  const std::scoped_lock lock(all.lock);
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  all.names.erase(path_);
}

Status UnfinishedFolder::write(const fs::path& name, Bytes bytes) const {
  // Never its own folder: an interrupt may have removed that.
  fs::path folder = path_;
  for (const fs::path& part : name.parent_path()) {
    std::error_code ignored;
    fs::create_directory(folder /= part, ignored);
  }
  return write_part(path_ / name, bytes);
}

Status UnfinishedFolder::move_to(const fs::path& target) {
  UnfinishedNames& all = unfinished_names();
  const std::scoped_lock lock(all.lock);
  std::error_code code;
  fs::rename(path_, target, code);
  if (code) return Error{ErrorCode::io, kNoOffset, "cannot create: " + code.message()};
  all.names.erase(path_);
  path_.clear();
  return ok();
}

Status UnfinishedFolder::replace(const fs::path& target,
                                 const std::function<Status(const fs::path&)>& removable) {
  UnfinishedNames& all = unfinished_names();
  const std::scoped_lock lock(all.lock);
  if (!swap_names(path_, target))
    return system_error("cannot replace a folder here (remove it first)");
  Status may_go = removable(path_);
  if (!may_go) {
    if (swap_names(path_, target)) return may_go;
    // Nothing but to leave the old folder where it is now.
    all.names.erase(path_);
    const std::string kept = std::exchange(path_, {}).string();
    return Error{ErrorCode::io, kNoOffset, may_go.error().message + "; it is in " + kept + " now"};
  }
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  all.names.erase(path_);
  path_.clear();
  return ok();
}

void remove_unfinished_folders() {
  constexpr int kTries = 100;  // Threads may be creating files there.
  UnfinishedNames& all = unfinished_names();
  all.lock.lock();
  for (const fs::path& name : all.names) {
    const fs::path gone = name.string() + ".gone";  // where nobody looks for it any more
    std::error_code code;
    fs::rename(name, gone, code);
    for (int i = 0; i < kTries && fs::exists(gone, code); ++i) fs::remove_all(gone, code);
  }
}

}  // namespace wardrobe
