#include <algorithm>
#include <filesystem>

#include "pipeline/io/files.h"
#include "pipeline/io/folder.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

std::unique_ptr<Folder> open_directory(std::string path) {
  return std::make_unique<SystemFolder>(std::move(path));
}

}  // namespace wardrobe
