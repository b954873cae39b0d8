#include <algorithm>
#include <filesystem>
#include <system_error>

#include "pipeline/io/files.h"
#include "pipeline/io/folder.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

class Directory : public Folder {
 public:
  using Folder::Folder;

  Result<std::vector<std::string>> names() const override {
    std::error_code code;
    std::vector<std::string> names;
    const fs::path folder = path().empty() ? "." : path();
    for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code)) {
      names.push_back(it->path().filename().string());
    }
    if (code) {
      return Error{ErrorCode::io, kNoOffset, folder.string() + ": cannot list: " + code.message()};
    }
    std::ranges::sort(names);
    return names;
  }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    return open_file(path_of(name));
  }
};

}  // namespace

std::unique_ptr<Folder> open_directory(std::string path) {
  return std::make_unique<Directory>(std::move(path));
}

}  // namespace wardrobe
