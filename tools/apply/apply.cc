#include "tools/apply/apply.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/versions.h"
#include "pipeline/find_game.h"
#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// The new payload of a costume, with its old colours.
Result<std::vector<uint8_t>> new_payload(const ReadGame& game, const CostumeChange& change) {
  const Bytes old = game.payload(change.costume);
  if (change.pictures.empty()) return std::vector<uint8_t>(old.begin(), old.end());
  const bool is_akos = game.tables.costumes.kind[change.costume] == Kind::akos;
  return is_akos ? new_akos_payload(game, change) : new_cost_payload(game, change);
}

Status make_blocks(EditPlan& plan) {
  for (const CostumeChange& change : plan.changes) {
    ASSIGN_OR_RETURN(std::vector<uint8_t> payload, new_payload(plan.game, change));
    if (change.colors != nullptr) put_colors(plan.game, *change.colors, payload);
    plan.blocks.push_back({change.costume, std::move(payload)});
  }
  return ok();
}

/// The error of --keep-index: a costume changes its size.
Error index_changes(const GameInput& input, const EditPlan& plan) {
  const auto old_size = [&](const NewBlock& block) {
    return plan.game.payload(block.costume).size();
  };
  const auto moves = std::ranges::find_if(
      plan.blocks, [&](const NewBlock& block) { return block.payload.size() != old_size(block); });
  const auto& change = plan.changes[static_cast<size_t>(moves - plan.blocks.begin())];
  return change_error(plan.game, change.costume, change.pictures[0],
                      fmt::format("the costume would have {} bytes instead of {}, and {} would "
                                  "change",
                                  moves->payload.size(), old_size(*moves), input.index->name));
}

/// A source that reads from a source of another input, which must outlive it.
class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(const ByteSource& source) : source_(source) {}
  uint64_t size() const override { return source_.size(); }
  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    return source_.read(offset, out);
  }

 private:
  const ByteSource& source_;
};

GameFile new_file(const GameFile& old, const std::optional<std::vector<uint8_t>>& bytes) {
  std::unique_ptr<ByteSource> source;
  if (bytes) {
    source = open_memory(*bytes);
  } else {
    source = std::make_unique<BorrowedSource>(*old.bytes);
  }
  return {old.name,  old.xor_key,        old.disk,    std::move(source),
          old.style, old.has_room_files, old.wrapped, old.doubt};
}

Error path_error(const fs::path& path, const std::string& message) {
  return {ErrorCode::io, kNoOffset, path.string() + ": " + message};
}

Status done(const fs::path& path, const std::error_code& code) {
  return code ? Status(path_error(path, code.message())) : ok();
}

/// Creates the folder of a new file, as rooms may be in folders of their own.
Status create_folder_of(const fs::path& path, const fs::path& shown) {
  std::error_code code;
  fs::create_directories(path.parent_path(), code);
  return done(shown, code);
}

/// Copies a file piece by piece, since fs::copy_file() does not tell why it fails. Errors name the
/// file that is not read, or that is not written: by the name `shown` that `to` will get.
Status copy_file(const fs::path& from, const fs::path& to, const fs::path& shown) {
  constexpr uint64_t kPiece = uint64_t{1} << 20;
  const Result<std::unique_ptr<ByteSource>> old = open_file(from);
  if (!old) return path_error(from, old.error().message);
  const Result<std::unique_ptr<NewFile>> made = create_file(to);
  if (!made) return path_error(shown, made.error().message);
  std::vector<uint8_t> buffer(std::min(kPiece, (*old)->size()));
  for (uint64_t at = 0; at < (*old)->size(); at += kPiece) {
    const auto piece = std::span(buffer).first(std::min(kPiece, (*old)->size() - at));
    const Status read = (*old)->read(at, piece);
    if (!read) return path_error(from, read.error().message);
    const Status appended = (*made)->append(piece);
    if (!appended) return path_error(shown, appended.error().message);
  }
  std::error_code code;
  fs::permissions(to, fs::status(from, code).permissions(), code);
  return done(shown, code);
}

/// Copies a file, and creates a folder. A link to a file in `game`, or to any file if `game` is
/// empty, is copied as the file; other links stay links. `shown` is as for copy_file().
Status copy_entry(const fs::path& from, const fs::path& to, const fs::path& shown,
                  const fs::path& game) {
  std::error_code code;
  const fs::file_status status = fs::status(from, code);
  const bool link = fs::is_symlink(fs::symlink_status(from, code));
  const bool inside = !link || game.empty() || is_in(fs::canonical(from, code), game);
  code.clear();
  if (fs::is_regular_file(status) && inside) return copy_file(from, to, shown);
  if (link) {
    fs::copy_symlink(from, to, code);
  } else if (fs::is_directory(status)) {
    fs::create_directory(to, from, code);
  } else {
    return path_error(from, "is neither a file nor a folder, so it cannot be copied");
  }
  return done(shown, code);
}

/// Copies everything in a folder, except the files in `skipped`. `shown` and `game` are as for
/// copy_entry, `game` for all but the files in `read`. The names in both sets start with `path`.
Status copy_folder(const fs::path& from, const fs::path& to, const fs::path& shown,
                   const fs::path& game, const std::set<std::string>& skipped,
                   const std::set<std::string>& read, const std::string& path = "") {
  const Result<std::vector<fs::path>> names = list_folder(from);
  if (!names) return path_error(from, names.error().message);
  for (const fs::path& name : *names) {
    if (skipped.contains(path + name.string())) continue;
    const bool is_read = read.contains(path + name.string());
    TRY(copy_entry(from / name, to / name, shown / name, is_read ? fs::path() : game));
    std::error_code ignored;
    if (!fs::is_directory(fs::symlink_status(from / name, ignored))) continue;
    TRY(copy_folder(from / name, to / name, shown / name, game, skipped, read,
                    path + name.string() + '/'));
  }
  return ok();
}

/// The reason why games of a version cannot be edited; null if they can.
const char* not_edited(Version version) {
  if (facts(version).style == BlockStyle::nameless) {
    return "games of version 1, of 2, and of 3 with 16 colours cannot be edited";
  }
  if (version == Version::v5_rows) {
    return "its pictures are stored by rows, as on the Amiga; such games cannot be edited";
  }
  return nullptr;
}

}  // namespace

Status check_place(const GameInput& input) {
  const auto refused = [](const std::string& what, const std::string& where) {
    return Error{ErrorCode::unknown_format, kNoOffset,
                 what + " is inside " + where + ": unpack it first, then apply to the folder"};
  };
  const GameFile& first = input.index ? *input.index : input.resources[0];
  if (!input.container.empty()) return refused(first.name, input.container);
  if (input.index && !input.program.empty()) return refused("the game's index", input.program);
  if (first.wrapped) return refused(first.name, "MacBinary");
  for (const GameFile& file : input.resources) {
    if (file.wrapped) return refused(file.name, "MacBinary");
  }
  return ok();
}

Status plan_edit(const GameInput& input, const EditFiles& files, const ApplyOptions& options,
                 EditPlan& out) {
  TRY(read_game(input, out.game));
  if (const char* what = not_edited(out.game.version())) {
    return Error{ErrorCode::unknown_format, kNoOffset, input.resources[0].name + ": " + what};
  }
  if (options.costume) {
    ASSIGN_OR_RETURN(const uint32_t costume, options.costume(out.game.tables));
    ASSIGN_OR_RETURN(out.edits, recolor(out.game, costume, options.colors));
  } else {
    ASSIGN_OR_RETURN(out.edits, read_edits(files, out.game, options.colors));
  }
  ASSIGN_OR_RETURN(out.changes, settle_changes(out.game, out.edits, options.redirects));
  TRY(make_blocks(out));
  ASSIGN_OR_RETURN(out.files, lay_out(input, out.game, out.blocks));
  if (options.keep_index && out.files.index) return index_changes(input, out);
  return ok();
}

GameInput new_input(const GameInput& old_input, const NewFiles& files) {
  GameInput input;
  input.folder = old_input.folder;
  input.problems = old_input.problems;
  input.lacks_index = old_input.lacks_index;
  input.program = old_input.program;
  input.rivals = old_input.rivals;
  if (old_input.index) input.index = new_file(*old_input.index, files.index);
  for (size_t i = 0; i < old_input.resources.size(); ++i) {
    input.resources.push_back(new_file(old_input.resources[i], files.resources[i]));
  }
  return input;
}

Status write_game_folder(const fs::path& game, const GameInput& input, const NewFiles& files,
                         const fs::path& folder, const fs::path& shown) {
  std::set<std::string> written;
  std::set<std::string> read;
  const auto write = [&](const GameFile& file,
                         const std::optional<std::vector<uint8_t>>& bytes) -> Status {
    read.insert(file.name);
    if (!bytes) return ok();
    written.insert(file.name);
    const fs::path name = path_from(file.name);
    TRY(create_folder_of(folder / name, shown / name));
    const Status status = write_part(folder / name, *bytes, true);
    return status ? status : path_error(shown / name, status.error().message);
  };
  if (input.index) {
    TRY(write(*input.index, files.index));
  }
  for (size_t i = 0; i < input.resources.size(); ++i) {
    TRY(write(input.resources[i], files.resources[i]));
  }
  std::error_code code;
  const bool all = fs::is_directory(game, code);
  const fs::path base = game_folder(input);
  const fs::path real = fs::canonical(base, code);
  if (code) return done(base, code);
  if (all) return copy_folder(base, folder, shown, real, written, read);
  for (const fs::path& path : paths_of(input)) {
    const fs::path name = path.lexically_relative(base);
    if (written.contains(name.generic_string())) continue;
    TRY(create_folder_of(folder / name, shown / name));
    const bool is_read = read.contains(name.generic_string());
    TRY(copy_entry(path, folder / name, shown / name, is_read ? fs::path() : real));
  }
  return ok();
}

}  // namespace wardrobe
