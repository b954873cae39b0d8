#include "pipeline/container/container.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "pipeline/container/members.h"

namespace wardrobe {
namespace {

class FileSlice : public ByteSource {
 public:
  FileSlice(std::shared_ptr<const ByteSource> file, uint64_t offset, uint64_t size)
      : file_(std::move(file)), offset_(offset), size_(size) {}

  uint64_t size() const override { return size_; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset > size_ || out.size() > size_ - offset) {
      return Error{ErrorCode::truncated, size_, "the file ends here"};
    }
    return file_->read(offset_ + offset, out);
  }

 private:
  std::shared_ptr<const ByteSource> file_;
  uint64_t offset_;
  uint64_t size_;
};

/// The members of a container by their names, which lead through folders.
using MemberMap = std::map<std::string, Member>;

class InnerFolder : public Folder {
 public:
  /// `prefix` begins the names of the members in this folder: "", or "classic/en/".
  InnerFolder(std::string path, std::shared_ptr<const MemberMap> members, std::string prefix)
      : Folder(std::move(path)), members_(std::move(members)), prefix_(std::move(prefix)) {}

  Result<std::vector<std::string>> names() const override { return list(false); }
  Result<std::vector<std::string>> folders() const override { return list(true); }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    const auto member = members_->find(prefix_ + name);
    if (member == members_->end()) {
      return Error{ErrorCode::not_found, kNoOffset, "cannot open: no such file"};
    }
    return member->second.open();
  }

  std::unique_ptr<Folder> folder(const std::string& name) const override {
    return std::make_unique<InnerFolder>(path_of(name), members_, prefix_ + name + '/');
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

/// Returns a name without empty parts: "abs/A.000" for "/abs//A.000". A folder's own name, which
/// ends with a slash, is empty.
std::string clean_name(const std::string& name) {
  if (name.ends_with('/')) return "";
  std::string clean;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    if (end > begin) clean.append(clean.empty() ? "" : "/").append(name, begin, end - begin);
    begin = end + 1;
  }
  return clean;
}

Result<std::unique_ptr<ByteSource>> open_stored(const std::shared_ptr<const ByteSource>& file,
                                                const StoredMember& stored_member, bool too_large) {
  const auto& [name, offset, size, problem] = stored_member;
  if (problem != nullptr) return Error{ErrorCode::unknown_format, kNoOffset, problem};
  if (has_control_bytes(name)) return damaged("its name in the container has control bytes");
  if (offset > file->size() || size > file->size() - offset) {
    return Error{ErrorCode::truncated, kNoOffset,
                 "its " + std::to_string(size) + " bytes from " + std::to_string(offset) +
                     " on pass the end of the container"};
  }
  if (too_large) {
    return Error{ErrorCode::limit, kNoOffset, "the files of this folder overlap in the container"};
  }
  return open_part(file, offset, size);
}

/// Returns, for each member, the name of one that it overlaps; null: none. Members of different
/// folders may be the same bytes.
std::vector<const std::string*> overlaps(const std::vector<StoredMember>& stored,
                                         uint64_t file_size) {
  std::vector<size_t> order(stored.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return stored[i].offset; });
  std::vector<const std::string*> with(stored.size(), nullptr);
  const StoredMember* last = nullptr;  // of those before, the one that ends last
  for (const size_t i : order) {
    const StoredMember& one = stored[i];
    // Others cannot be opened, or take no place.
    if (one.size == 0 || one.offset > file_size || one.size > file_size - one.offset) continue;
    const bool overlap = last != nullptr && one.offset - last->offset < last->size;
    const bool same = overlap && one.offset == last->offset && one.size == last->size &&
                      folder_of(one.name) != folder_of(last->name);
    if (overlap && !same) {
      with[i] = &last->name;
      with[static_cast<size_t>(last - stored.data())] = &one.name;
    }
    if (!overlap || one.offset - last->offset + one.size > last->size) last = &one;
  }
  return with;
}

using Reader = Result<Members> (*)(const std::shared_ptr<const ByteSource>&);
constexpr Reader kReaders[] = {
    pak_members,
#ifndef WARDROBE_MODULE  // The page opens .zip files itself.
    zip_members,
#endif
    mac_members,
};

}  // namespace

bool may_be_container(Bytes head, uint64_t size) {
  const std::string_view magic = as_text(head.first(std::min<size_t>(4, head.size())));
  return magic == "KAPL" || magic == "LPAK" || magic == "PK\3\4" || magic == "PK\5\6" ||
         may_be_mac(head, size);
}

Result<std::unique_ptr<Folder>> open_container(const std::shared_ptr<const ByteSource>& file,
                                               const std::string& path) {
  for (const Reader reader : kReaders) {
    Result<Members> members = reader(file);
    if (!members && members.error().code == ErrorCode::unknown_format) continue;
    if (!members) return Error{members.error().code, kNoOffset, describe(path, members.error())};
    const auto all = std::make_shared<MemberMap>();
    for (Member& member : *members) {  // of several with the same name, the last counts
      std::string name = clean_name(member.name);
      if (name.empty()) continue;
      if (all->contains(name)) member.doubt = "another file in its container has the same name";
      all->insert_or_assign(std::move(name), std::move(member));
    }
    return std::unique_ptr<Folder>(std::make_unique<InnerFolder>(path, all, ""));
  }
  return std::unique_ptr<Folder>();
}

std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size) {
  return std::make_unique<FileSlice>(std::move(file), offset, size);
}

bool has_control_bytes(const std::string& name) {
  return std::ranges::any_of(name, [](char c) { return (c & 0xE0) == 0; });
}

Members members_of(const std::shared_ptr<const ByteSource>& file,
                   std::vector<StoredMember> stored) {
  std::erase_if(stored, [](const StoredMember& one) { return one.name.empty(); });
  std::map<std::string, uint64_t> taken;  // by folder
  for (const StoredMember& one : stored) {
    if (one.size <= file->size()) taken[folder_of(one.name)] += one.size;
  }
  const std::vector<const std::string*> with = overlaps(stored, file->size());
  std::vector<std::string> doubts(stored.size());
  for (size_t i = 0; i < stored.size(); ++i) {
    if (with[i] != nullptr) doubts[i] = "overlaps " + *with[i] + " in its container";
  }
  Members members;
  for (size_t i = 0; i < stored.size(); ++i) {
    const bool too_large = taken[folder_of(stored[i].name)] > 2 * file->size();
    std::string name = stored[i].name;
    members.push_back({std::move(name),
                       [file, too_large, one = std::move(stored[i])] {
                         return open_stored(file, one, too_large);
                       },
                       std::move(doubts[i])});
  }
  return members;
}

std::vector<uint8_t> bytes_at(const ByteSource& file, uint64_t offset, size_t count) {
  if (offset > file.size() || file.size() - offset < count) return {};
  std::vector<uint8_t> bytes(count);
  return file.read(offset, bytes) ? bytes : std::vector<uint8_t>{};
}

std::string folder_of(const std::string& name) {
  const size_t slash = name.rfind('/');
  return slash == std::string::npos ? "" : name.substr(0, slash);
}

}  // namespace wardrobe
