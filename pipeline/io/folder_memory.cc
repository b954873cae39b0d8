#include <map>
#include <set>
#include <span>

#include "pipeline/io/files.h"

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

}  // namespace wardrobe
