#include "pipeline/container/container.h"

#include <algorithm>
#include <map>
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

class InnerFolder : public Folder {
 public:
  /// `members` are keyed by their names in this folder.
  InnerFolder(std::string path, std::map<std::string, Member> members)
      : Folder(std::move(path)), members_(std::move(members)) {}

  Result<std::vector<std::string>> names() const override {
    std::vector<std::string> names;
    for (const auto& [name, member] : members_) names.push_back(name);
    return names;
  }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    const auto member = members_.find(name);
    if (member == members_.end()) {
      return Error{ErrorCode::not_found, kNoOffset, "cannot open: no such file"};
    }
    return member->second.open();
  }

 private:
  std::map<std::string, Member> members_;
};

/// Sorts the members into folders. Of several members with the same name, the last counts.
std::vector<std::unique_ptr<Folder>> sorted_folders(Members members, const std::string& path) {
  std::map<std::string, std::map<std::string, Member>> folders;
  for (Member& member : members) {
    const std::string folder = folder_of(member.name);
    const std::string name = member.name.substr(folder.empty() ? 0 : folder.size() + 1);
    if (!name.empty()) folders[folder].insert_or_assign(name, std::move(member));
  }
  std::vector<std::unique_ptr<Folder>> found;
  for (auto& [folder, inside] : folders) {
    std::string name = path;
    if (!folder.empty()) name.append("/").append(folder);
    found.push_back(std::make_unique<InnerFolder>(std::move(name), std::move(inside)));
  }
  return found;
}

Result<std::unique_ptr<ByteSource>> open_stored(const std::shared_ptr<const ByteSource>& file,
                                                const StoredMember& stored_member, bool overlaps) {
  const auto& [name, offset, size, problem] = stored_member;
  if (problem != nullptr) return Error{ErrorCode::unknown_format, kNoOffset, problem};
  if (offset > file->size() || size > file->size() - offset) {
    return Error{ErrorCode::truncated, kNoOffset,
                 "its " + std::to_string(size) + " bytes from " + std::to_string(offset) +
                     " on pass the end of the container"};
  }
  if (overlaps) return damaged("the files of this folder overlap in the container");
  return open_part(file, offset, size);
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

Result<std::vector<std::unique_ptr<Folder>>> folders_in(
    const std::shared_ptr<const ByteSource>& file, const std::string& path) {
  for (const Reader reader : kReaders) {
    Result<Members> members = reader(file);
    if (members) return sorted_folders(*std::move(members), path);
    if (members.error().code != ErrorCode::unknown_format) {
      return Error{members.error().code, kNoOffset, describe(path, members.error())};
    }
  }
  return std::vector<std::unique_ptr<Folder>>{};
}

std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size) {
  return std::make_unique<FileSlice>(std::move(file), offset, size);
}

Members members_of(const std::shared_ptr<const ByteSource>& file,
                   std::vector<StoredMember> stored) {
  std::map<std::string, uint64_t> taken;  // by folder
  for (const StoredMember& stored_member : stored)
    taken[folder_of(stored_member.name)] += stored_member.size;
  Members members;
  for (StoredMember& stored_member : stored) {
    const bool overlaps = taken[folder_of(stored_member.name)] > file->size();
    std::string name = stored_member.name;
    members.push_back({std::move(name), [file, overlaps, stored_member = std::move(stored_member)] {
                         return open_stored(file, stored_member, overlaps);
                       }});
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
