#include <algorithm>
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

class MemoryFolder : public Folder {
 public:
  /// The names of `files` count from this folder on.
  MemoryFolder(std::string path, std::vector<NamedBytes> files)
      : Folder(std::move(path)), files_(std::move(files)) {
    std::ranges::sort(files_, {}, &NamedBytes::name);
  }

  Result<std::vector<std::string>> names() const override {
    std::vector<std::string> names;
    for (const NamedBytes& file : files_) {
      if (file.name.find('/') == std::string::npos) names.push_back(file.name);
    }
    return names;
  }

  Result<std::vector<std::string>> folders() const override {
    std::set<std::string> names;  // Paths are sorted otherwise: "Game 2/…" comes before "Game/…".
    for (const NamedBytes& file : files_) {
      const size_t slash = file.name.find('/');
      if (slash != std::string::npos) names.insert(file.name.substr(0, slash));
    }
    return std::vector<std::string>(names.begin(), names.end());
  }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    const auto file = std::ranges::lower_bound(files_, name, {}, &NamedBytes::name);
    if (file == files_.end() || file->name != name) {
      return Error{ErrorCode::not_found, kNoOffset, "cannot open: no such file"};
    }
    return open_memory(file->bytes);
  }

  std::unique_ptr<Folder> folder(const std::string& name) const override {
    std::vector<NamedBytes> inside;
    for (const NamedBytes& file : files_) {
      if (!file.name.starts_with(name + '/')) continue;
      inside.push_back({file.name.substr(name.size() + 1), file.bytes});
    }
    return std::make_unique<MemoryFolder>(path_of(name), std::move(inside));
  }

 private:
  std::vector<NamedBytes> files_;
};

}  // namespace

std::unique_ptr<Folder> open_files(std::vector<NamedBytes> files) {
  const size_t start = common_folder(files);
  std::string path = start == 0 ? "" : files.front().name.substr(0, start - 1);
  for (NamedBytes& file : files) file.name.erase(0, start);
  return std::make_unique<MemoryFolder>(std::move(path), std::move(files));
}

}  // namespace wardrobe
