#include "pipeline/io/unfinished_folder.h"

#include <mutex>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "formats/lock.h"
#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// All unfinished folders. They are created, renamed and removed under the lock, so that an
/// interrupt finds each one under its listed name.
struct UnfinishedNames {
  Mutex lock;
  std::set<fs::path> names;
};

/// Never destroyed: an interrupt may come while the process exits.
UnfinishedNames& unfinished_names() {
  static auto& names = *new UnfinishedNames;
  return names;
}

}  // namespace

Result<UnfinishedFolder> UnfinishedFolder::create(const fs::path& parent) {
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  ASSIGN_OR_RETURN(fs::path path, create_temporary_folder(parent));
  all.names.insert(path);
  return UnfinishedFolder(std::move(path));
}

UnfinishedFolder::UnfinishedFolder(fs::path path) : path_(std::move(path)) {}

UnfinishedFolder::UnfinishedFolder(UnfinishedFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

UnfinishedFolder::~UnfinishedFolder() {
  if (path_.empty()) return;
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  remove_folder(path_);
  all.names.erase(path_);
}

Status UnfinishedFolder::write(const fs::path& name, Bytes bytes) const {
  Status written = write_part(path_ / name, bytes);
  if (written || written.error().code != ErrorCode::not_found) return written;
  // A folder is missing. Never creates the unfinished folder itself: an interrupt may have removed
  // it.
  fs::path folder = path_;
  for (const fs::path& part : name.parent_path()) {
    std::error_code ignored;
    fs::create_directory(folder /= part, ignored);
  }
  written = write_part(path_ / name, bytes);
  // If an interrupt removed the folder, this waits for the end of the process instead of failing.
  if (!written) const std::lock_guard wait(unfinished_names().lock);
  return written;
}

Status UnfinishedFolder::move_to(const fs::path& target) {
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  TRY(rename_folder(path_, target));
  all.names.erase(path_);
  path_.clear();
  return ok();
}

Status UnfinishedFolder::move_contents(const fs::path& target, IfExists if_exists) {
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  ASSIGN_OR_RETURN(const std::vector<fs::path> names, list_folder(path_));
  for (const fs::path& name : names) {
    const Status moved = rename_entry(path_ / name, target / name, if_exists);
    if (!moved) {
      return Error{moved.error().code, kNoOffset,
                   describe((target / name).string(), moved.error())};
    }
  }
  sync_folder(target);
  remove_folder(path_);
  all.names.erase(path_);
  path_.clear();
  return ok();
}

Status UnfinishedFolder::replace(const fs::path& target,
                                 const std::function<Status(const fs::path&)>& removable) {
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  TRY(swap_folders(path_, target));
  Status may_go = removable(path_);
  if (!may_go) {
    if (swap_folders(path_, target)) return may_go;
    // The old folder could not be moved back, so it stays where it is now.
    all.names.erase(path_);
    const std::string kept = std::exchange(path_, {}).string();
    return Error{ErrorCode::io, kNoOffset, may_go.error().message + "; it is in " + kept + " now"};
  }
  remove_folder(path_);
  all.names.erase(path_);
  path_.clear();
  return ok();
}

void remove_unfinished_folders() {
  constexpr int kTries = 1000;  // Threads may be creating files there.
  UnfinishedNames& all = unfinished_names();
  all.lock.lock();
  for (const fs::path& name : all.names) {
    fs::path gone = name;
    gone += ".gone";  // a name that nobody looks for
    std::error_code code;
    for (int i = 0; i < kTries; ++i) {
      fs::rename(name, gone, code);  // Windows refuses as long as a file is open there.
      remove_folder(gone);
      if (!fs::exists(name, code) && !fs::exists(gone, code)) break;
    }
  }
}

}  // namespace wardrobe
