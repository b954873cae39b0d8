#include <algorithm>
#include <span>

#include "pipeline/io/folder.h"

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
  /// The first `start` characters of each name are the path of the folder; the rest is the file's
  /// name in it.
  MemoryFolder(std::vector<NamedBytes> files, size_t start)
      : Folder(start == 0 ? "" : files.front().name.substr(0, start - 1)),
        files_(std::move(files)) {
    for (NamedBytes& file : files_) file.name.erase(0, start);
    std::erase_if(files_,
                  [](const NamedBytes& file) { return file.name.find('/') != std::string::npos; });
    std::ranges::sort(files_, {}, &NamedBytes::name);
  }

  Result<std::vector<std::string>> names() const override {
    std::vector<std::string> names;
    for (const NamedBytes& file : files_) names.push_back(file.name);
    return names;
  }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    const auto file = std::ranges::find(files_, name, &NamedBytes::name);
    if (file == files_.end()) {
      return Error{ErrorCode::not_found, kNoOffset, "cannot open: no such file"};
    }
    return open_memory(file->bytes);
  }

 private:
  std::vector<NamedBytes> files_;
};

}  // namespace

std::unique_ptr<Folder> open_files(std::vector<NamedBytes> files) {
  const size_t start = common_folder(files);
  return std::make_unique<MemoryFolder>(std::move(files), start);
}

}  // namespace wardrobe
