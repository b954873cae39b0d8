#include "tools/program/input.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/core.h>

#include "formats/archive/archive.h"
#include "pipeline/failures.h"
#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "pipeline/pipeline.h"
#include "tools/program/choices.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

class OwnedBytes final : public ByteSource {
 public:
  explicit OwnedBytes(std::vector<uint8_t> bytes)
      : bytes_(std::move(bytes)), source_(open_memory(bytes_)) {}

  uint64_t size() const override { return bytes_.size(); }
  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    return source_->read(offset, out);
  }

 private:
  std::vector<uint8_t> bytes_;
  std::unique_ptr<ByteSource> source_;
};

Result<std::vector<uint8_t>> read_stream(uint64_t most) {
  if (std::feof(stdin) != 0) {
    return Error{ErrorCode::io, kNoOffset, "the standard input can be read only once"};
  }
  std::vector<uint8_t> bytes;
  std::array<uint8_t, 1 << 16> part{};
  while (const size_t count = std::fread(part.data(), 1, part.size(), stdin)) {
    if (bytes.size() + count > most) {
      return Error{ErrorCode::limit, kNoOffset, "more than " + limit_text(most) + " bytes"};
    }
    bytes.insert(bytes.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (std::ferror(stdin) == 0) return bytes;
  return Error{ErrorCode::io, kNoOffset, "cannot read the standard input"};
}

Result<Input> pack_in_memory(const fs::path& path, const GameInput& game, bool quiet,
                             bool backgrounds) {
  ASSIGN_OR_RETURN(Packed packed, pack_game(game, {.level = 1, .backgrounds = backgrounds}));
  const std::string damage = damage_text(view(packed.tables.failures));
  if (!quiet || !damage.empty()) {
    print_error(fmt::format("wardrobe: {}: a game, packed in memory{}{}\n",
                            printable(path.string()), damage.empty() ? "" : "; ", damage));
  }
  ASSIGN_OR_RETURN(OpenArchive open, open_bytes(std::move(packed.file)));
  return Input{std::move(open), paths_of(game)};
}

/// Adds to the error about a folder that is no game that it has archives.
Error folder_error(const fs::path& folder, const Error& error) {
  const Result<std::vector<fs::path>> names = list_folder(folder);
  const auto archive = [](const fs::path& name) { return name.extension() == ".wardrobe"; };
  if (!names || std::ranges::none_of(*names, archive)) return error;
  return {error.code, error.offset,
          error.message + "; for the archives in it: " + (folder / "*.wardrobe").string()};
}

}  // namespace

Error named(const fs::path& path, const Error& error) {
  return {error.code, kNoOffset, describe(path.string(), error)};
}

Result<std::vector<uint8_t>> read_input(const fs::path& path, uint64_t most) {
  Result<std::vector<uint8_t>> bytes = is_stream(path) ? read_stream(most) : read_file(path, most);
  if (!bytes) return named(path, bytes.error());
  return bytes;
}

Result<std::unique_ptr<ByteSource>> open_source(const fs::path& path) {
  if (!is_stream(path)) return open_file(path);
  ASSIGN_OR_RETURN(std::vector<uint8_t> bytes, read_stream(kMaxWholeFile));
  return std::unique_ptr<ByteSource>(std::make_unique<OwnedBytes>(std::move(bytes)));
}

Result<Input> open_input(const fs::path& path, bool quiet, bool backgrounds) {
  Result<std::unique_ptr<ByteSource>> file = open_source(path);
  if (is_stream(path) || (file && looks_like_archive(**file))) {
    Result<Archive> archive = file ? Archive::open(*std::move(file)) : file.error();
    if (!archive) return named(path, archive.error());
    return Input{{*std::move(archive)}, {path}};
  }
  const Result<GameInput> game = open_game(path);
  if (game) return pack_in_memory(path, *game, quiet, backgrounds);
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return folder_error(path, game.error());
  if (!file) return named(path, file.error());
  return Error{
      ErrorCode::unknown_format, kNoOffset,
      path.string() + ": not a Wardrobe archive, and not a game: " + text_of(game.error())};
}

Result<GameInput> open_only_game(const fs::path& path) {
  if (is_stream(path)) {
    return not_found(path.string() +
                     ": a game cannot be read from the standard input; name its folder or file");
  }
  const Result<std::unique_ptr<ByteSource>> file = open_file(path);
  if (file && looks_like_archive(**file)) {
    return not_found(path.string() + ": a Wardrobe archive; name the game's folder or file");
  }
  return open_game(path);
}

Result<OpenArchive> open_bytes(std::vector<uint8_t> bytes) {
  ASSIGN_OR_RETURN(Archive archive, Archive::open(std::make_unique<OwnedBytes>(std::move(bytes))));
  return OpenArchive{std::move(archive)};
}

std::string damage_text(const FailuresView& failures) {
  size_t pictures = 0;
  size_t costumes = 0;
  size_t others = 0;
  std::set<uint16_t> lost;  // ids of costumes
  std::vector<std::string> names;
  for (size_t row = 0; row < failures.costume.size(); ++row) {
    if (failures.kind[row] == FailureKind::note) continue;
    const uint16_t id = failures.id[row];
    const uint32_t costume = failures.costume[row];
    if (failures.index[row] != kNoIndex) {
      ++pictures;
    } else if (costume == kNone && id != 0) {
      costumes += lost.insert(id).second ? 1 : 0;
    } else {
      ++others;
    }
    if (id == 0 && costume == kNone) continue;
    const std::string name = id != 0 ? std::to_string(id) : fmt::format("@{}", costume);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  std::string text;
  const auto add = [&](size_t count, std::string_view noun) {
    if (count > 0) text += (text.empty() ? "" : ", ") + count_text(count, noun);
  };
  add(pictures, "picture");
  add(costumes, "costume");
  add(others, "other part");
  if (text.empty()) return text;
  text += " unreadable";
  if (names.empty()) return text;
  return text + fmt::format(" (costume{} {})", names.size() > 1 ? "s" : "", first_names(names));
}

}  // namespace wardrobe
