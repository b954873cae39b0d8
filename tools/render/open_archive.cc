#include "tools/render/open_archive.h"

#include <memory>
#include <utility>

#include "pipeline/io/files.h"

namespace wardrobe {

Result<OpenArchive> open_archive(const std::filesystem::path& path) {
  Result<std::unique_ptr<ByteSource>> file = open_file(path);
  Result<Archive> archive = file ? Archive::open(*std::move(file)) : file.error();
  if (archive) return OpenArchive{*std::move(archive)};
  return Error{archive.error().code, kNoOffset, describe(path.string(), archive.error())};
}

}  // namespace wardrobe
