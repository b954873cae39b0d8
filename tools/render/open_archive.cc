#include "tools/render/open_archive.h"

#include <memory>
#include <utility>

#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

template <class Load>
Result<OpenArchive> open_and_load(const std::filesystem::path& path, const Load& load) {
  const auto named = [&](const Error& error) {
    return Error{error.code, kNoOffset, describe(path.string(), error)};
  };
  Result<std::unique_ptr<ByteSource>> file = open_file(path);
  if (!file) return named(file.error());
  Result<Archive> archive = Archive::open(*std::move(file));
  if (!archive) return named(archive.error());
  if (Status loaded = load(*archive); !loaded) return named(loaded.error());
  return OpenArchive{*std::move(archive)};
}

}  // namespace

Result<OpenArchive> open_archive(const std::filesystem::path& path) {
  return open_and_load(path, [](const Archive& archive) { return archive.load_all(); });
}

Result<OpenArchive> open_archive(const std::filesystem::path& path,
                                 const std::vector<std::string_view>& tables) {
  return open_and_load(path, [&](const Archive& archive) { return archive.load_tables(tables); });
}

Status load_costume(const Archive& archive, uint32_t costume) {
  if (Status loaded = archive.load_program(costume); !loaded) return loaded;
  for (const uint32_t timeline : rows_of(archive.tables().costumes.record_offset, costume)) {
    if (Status loaded = archive.load_events(timeline); !loaded) return loaded;
  }
  return ok();
}

}  // namespace wardrobe
