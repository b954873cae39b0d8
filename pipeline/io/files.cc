#include "pipeline/io/files.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <new>
#include <random>
#include <set>
#include <span>
#include <system_error>

#include "formats/lock.h"
#include "pipeline/io/process.h"

#ifdef __linux__
#include <fcntl.h>
#include <sys/mman.h>
#endif

namespace wardrobe {
namespace {

/// Returns the length of the folder path that all names share.
size_t common_folder(std::span<const NamedBytes> files) {
  if (files.empty()) return 0;
  const auto parent = [](std::string_view name) { return name.substr(0, name.rfind('/') + 1); };
  std::string_view common = parent(files.front().name);
  for (const NamedBytes& file : files) {
    while (!file.name.starts_with(common)) common = parent(common.substr(0, common.size() - 1));
  }
  return common.size();
}

using MemberMap = std::map<std::string, Member>;

class MemberFolder : public Folder {
 public:
  /// `prefix` begins the names of the members in this folder: "", or "classic/en/".
  MemberFolder(std::string path, std::shared_ptr<const MemberMap> members, std::string prefix)
      : Folder(std::move(path)), members_(std::move(members)), prefix_(std::move(prefix)) {}

  Result<std::vector<std::string>> names() const override { return list(false); }
  Result<std::vector<std::string>> folders() const override { return list(true); }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    const auto member = members_->find(prefix_ + name);
    if (member != members_->end()) return member->second.open();
    return Error{ErrorCode::not_found, kNoOffset, "cannot open: no such file"};
  }

  std::unique_ptr<Folder> folder(const std::string& name) const override {
    return std::make_unique<MemberFolder>(path_of(name), members_, prefix_ + name + '/');
  }

  std::string doubt(const std::string& name) const override {
    const auto member = members_->find(prefix_ + name);
    return member == members_->end() ? "" : member->second.doubt;
  }

 private:
  std::vector<std::string> list(bool folders) const {
    std::set<std::string> names;  // Paths are sorted otherwise: "Game 2/…" comes before "Game/…".
    for (auto it = members_->lower_bound(prefix_);
         it != members_->end() && it->first.starts_with(prefix_); ++it) {
      const size_t slash = it->first.find('/', prefix_.size());
      if ((slash != std::string::npos) != folders) continue;
      names.insert(it->first.substr(prefix_.size(), slash - prefix_.size()));
    }
    return {names.begin(), names.end()};
  }

  std::shared_ptr<const MemberMap> members_;
  std::string prefix_;
};

constexpr std::align_val_t alignment(size_t size) {
  return std::align_val_t(size < kHugePage ? alignof(std::max_align_t) : kHugePage);
}

}  // namespace

std::unique_ptr<Folder> open_members(std::string path, std::vector<Member> members) {
  const auto all = std::make_shared<MemberMap>();
  for (Member& member : members) {
    if (all->contains(member.name)) {
      member.doubt = "another file in its container has the same name";
    }
    all->insert_or_assign(member.name, member);
  }
  return std::make_unique<MemberFolder>(std::move(path), all, "");
}

std::unique_ptr<Folder> open_files(const std::vector<NamedBytes>& files) {
  const size_t start = common_folder(files);
  std::vector<Member> members;
  for (const auto& [name, bytes] : files) {
    members.push_back({name.substr(start), [b = bytes]() -> Result<std::unique_ptr<ByteSource>> {
                         return open_memory(b);
                       }});
  }
  return open_members(start == 0 ? "" : files.front().name.substr(0, start - 1),
                      std::move(members));
}

HugeBuffer::HugeBuffer(size_t size)
    : memory_(static_cast<uint8_t*>(::operator new(size, alignment(size))), Free{size}) {
#ifdef __linux__
  if (size >= kHugePage) ::madvise(begin(), size, MADV_HUGEPAGE);  // If it fails, pages stay small.
#endif
}

void HugeBuffer::Free::operator()(uint8_t* memory) const {
  ::operator delete(memory, alignment(size));
}

#ifndef WARDROBE_MODULE  // That system has no files on disk.

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

Status write_part(const fs::path& path, Bytes bytes, bool sync) {
  ASSIGN_OR_RETURN(const std::unique_ptr<NewFile> file, create_file(path));
  TRY(file->append(bytes));
  return sync ? file->sync() : ok();
}

Status write_file(const fs::path& path, Bytes bytes, IfExists if_exists) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  Result<UnfinishedFolder> temporary = UnfinishedFolder::create(folder);
  const Status written =
      temporary ? temporary->write(path.filename(), bytes, true) : Status(temporary.error());
  if (written) return temporary->move_contents(folder, if_exists);
  return Error{written.error().code, kNoOffset, describe(path.string(), written.error())};
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
namespace {

class SystemFolder : public Folder {
 public:
  using Folder::Folder;

  Result<std::vector<std::string>> names() const override { return list(Listed::files); }
  Result<std::vector<std::string>> folders() const override { return list(Listed::folders); }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    return open_file(path_from(path_of(name)));
  }

  std::unique_ptr<Folder> folder(const std::string& name) const override {
    return open_directory(path_of(name));
  }

 private:
  Result<std::vector<std::string>> list(Listed what) const {
    const fs::path folder = path().empty() ? fs::path(".") : path_from(path());
    const Result<std::vector<fs::path>> paths = list_folder(folder, what);
    if (!paths) {
      return Error{ErrorCode::io, kNoOffset, folder.string() + ": " + paths.error().message};
    }
    std::vector<std::string> names;
    for (const fs::path& name : *paths) names.push_back(name.string());
    std::ranges::sort(names);
    return names;
  }
};

/// Creates an empty folder, `.wardrobe.<random>.tmp`, in `folder`. The name is short, because that
/// of the output may be as long as the file system allows.
Result<fs::path> create_temporary(const fs::path& folder) {
  constexpr int kTries = 100;
  std::random_device random;
  std::error_code code;
  for (int i = 0; i < kTries; ++i) {
    const uint64_t suffix = uint64_t{random()} << 32 | random();
    fs::path name = folder / path_from(".wardrobe." + std::to_string(suffix) + ".tmp");
    if (fs::create_directory(name, code)) return name;
    if (code && code != std::errc::file_exists) break;
  }
  return system_error("cannot create", kNoOffset, code);
}

/// Swaps the names of two folders: on Linux in one step, elsewhere by renaming one after the other,
/// so that for an instant one name is free. Not all file systems can do it.
Status swap_folders(const fs::path& a, const fs::path& b) {
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) == 0) return ok();
  return system_error("cannot replace a folder here (remove it first)");
#else
  fs::path aside = a;
  aside += ".old";
  Status swapped = rename_folder(b, aside);
  if (swapped) swapped = rename_folder(a, b);
  if (swapped) swapped = rename_folder(aside, a);
  if (swapped) return ok();
  static_cast<void>(rename_folder(b, a));  // Moves back; fails where nothing has been moved.
  static_cast<void>(rename_folder(aside, b));
  return Error{swapped.error().code, kNoOffset,
               "cannot replace a folder here (remove it first): " + swapped.error().message};
#endif
}

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

std::unique_ptr<Folder> open_directory(std::string path) {
  return std::make_unique<SystemFolder>(std::move(path));
}

Result<UnfinishedFolder> UnfinishedFolder::create(const fs::path& parent) {
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  ASSIGN_OR_RETURN(fs::path path, create_temporary(parent));
  all.names.insert(path);
  return UnfinishedFolder(std::move(path));
}

UnfinishedFolder::~UnfinishedFolder() {
  if (path_.empty()) return;
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  remove_folder(path_);
  all.names.erase(path_);
}

Status UnfinishedFolder::write(const fs::path& name, Bytes bytes, bool sync) const {
  Status written = write_part(path_ / name, bytes, sync);
  if (written || written.error().code != ErrorCode::not_found) return written;
  // A folder is missing. Never creates the unfinished folder itself: an interrupt may have removed
  // it.
  fs::path folder = path_;
  for (const fs::path& part : name.parent_path()) {
    std::error_code ignored;
    fs::create_directory(folder /= part, ignored);
  }
  written = write_part(path_ / name, bytes, sync);
  // If an interrupt removed the folder, this waits for the end of the process instead of failing.
  if (!written) const std::lock_guard wait(unfinished_names().lock);
  return written;
}

Status UnfinishedFolder::move_to(const fs::path& target) {
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  TRY(rename_folder(path_, target));
  all.names.erase(std::exchange(path_, {}));
  return ok();
}

Status UnfinishedFolder::move_contents(const fs::path& target, IfExists if_exists) {
  UnfinishedNames& all = unfinished_names();
  const std::lock_guard lock(all.lock);
  ASSIGN_OR_RETURN(const std::vector<fs::path> names, list_folder(path_));
  for (const fs::path& name : names) {
    const Status moved = rename_entry(path_ / name, target / name, if_exists);
    if (!moved) {
      const fs::path path = target == "." ? name : target / name;
      return Error{moved.error().code, kNoOffset, describe(path.string(), moved.error())};
    }
  }
  sync_folder(target);
  remove_folder(path_);
  all.names.erase(std::exchange(path_, {}));
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
  all.names.erase(std::exchange(path_, {}));
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

#endif
}  // namespace wardrobe
