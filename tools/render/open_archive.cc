#include "tools/render/open_archive.h"

#include <memory>
#include <utility>

#include "pipeline/io/files.h"

namespace wardrobe {

Result<OpenArchive> open_archive(const std::filesystem::path& path) {
  const auto named = [&](const Error& error) {
    return Error{error.code, kNoOffset, describe(path.string(), error)};
  };
  Result<std::unique_ptr<ByteSource>> file = open_file(path);
  if (!file) return named(file.error());
  Result<Archive> archive = Archive::open(*std::move(file));
  if (!archive) return named(archive.error());
  if (Status loaded = archive->load_all(); !loaded) return named(loaded.error());
  return OpenArchive{*std::move(archive)};
}

}  // namespace wardrobe
