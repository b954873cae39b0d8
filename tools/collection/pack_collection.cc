#include "tools/collection/pack_collection.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "formats/bytes.h"
#include "formats/lock.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/find_game.h"
#include "pipeline/io/files.h"
#include "pipeline/parallel.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// Games with more bytes of files than this are packed one at a time.
constexpr uint64_t kLargeGame = uint64_t{64} << 20;

struct Game {
  fs::path path;
  std::string archive;  ///< its file name; empty: none
  uint64_t size = 0;    ///< of its files
  Row row;
};

/// A name for the archive of the game at `path`, which is `input` or below it. Characters that are
/// special in the file systems of any machine are replaced.
std::string archive_name(const fs::path& input, const fs::path& path) {
  std::error_code ignored;
  fs::path name = path.lexically_relative(input);
  if (name == "." || name.empty()) name = fs::absolute(path, ignored).lexically_normal();
  if (!name.has_filename()) name = name.parent_path();
  std::string text = name.is_absolute() ? name.filename().string() : name.generic_string();
  for (char& c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '/') c = '-';
    if (code < 0x20 || std::string_view("<>:\"\\|?*").find(c) != std::string_view::npos) c = '_';
  }
  return text;
}

/// Appends a number if the name is taken, as on a file system that ignores case.
std::string free_name(const std::string& name, std::set<std::string>& taken) {
  const auto lower = [](std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
  };
  std::string free = name;
  for (unsigned n = 2; !taken.insert(lower(free)).second; ++n) {
    free = name;
    free.append("-").append(std::to_string(n));
  }
  return free.append(".wardrobe");
}

Row report_row(const std::string& path, const std::string& archive) {
  const auto null = Row();
  return {{"path", path},         {"archive", or_null(archive, "")},
          {"xxh64", null},        {"status", ""},
          {"reason", null},       {"kept", false},
          {"same_as", null},      {"version", null},
          {"version_name", null}, {"bytes", null},
          {"costumes", null},     {"pictures", null},
          {"timelines", null},    {"failures", null},
          {"notes", null},        {"files", Row::array()}};
}

void fail_row(Row& row, const Error& error) {
  row["status"] = game_status::kFailed;
  row["archive"] = nullptr;
  row["reason"] = error.message;
}

std::string reason_of(const FailuresView& failures, size_t damaged) {
  const auto first = std::ranges::find(failures.kind, FailureKind::damage);
  const auto row = static_cast<size_t>(first - failures.kind.begin());
  return count_text(damaged, "part") + " unreadable, the first: " +
         std::string(text_at(failures.error_offset, failures.error, row));
}

/// `hash` is that of the archive, a file of so many bytes.
void fill_row(Row& row, const TablesView& tables, uint64_t bytes, std::optional<uint64_t> hash) {
  const size_t damaged = damage_count(tables.failures);
  row["status"] = damaged == 0 ? game_status::kPacked : game_status::kPartial;
  if (damaged > 0) row["reason"] = reason_of(tables.failures, damaged);
  row["version"] = facts(tables.game.version[0]).number();
  row["version_name"] = facts(tables.game.version[0]).name;
  row["bytes"] = bytes;
  if (hash) row["xxh64"] = hash_text(*hash);
  row["costumes"] = tables.costumes.id.size();
  row["pictures"] = tables.pictures.width.size();
  row["timelines"] = tables.timelines.loop_start.size();
  row["failures"] = damaged;
  row["notes"] = tables.failures.kind.size() - damaged;
  row["files"] = source_rows(tables.sources);
}

/// The hash of a file; nullopt if it cannot be read.
std::optional<uint64_t> hash_of(const ByteSource& file) {
  std::vector<uint8_t> buffer(size_t{1} << 20);
  uint64_t at = 0;
  bool whole = true;
  const uint64_t hash = xxh64_of_pieces([&]() -> Bytes {
    const size_t size = std::min<uint64_t>(buffer.size(), file.size() - at);
    const std::span<uint8_t> piece = std::span(buffer).first(size);
    if (!file.read(at, piece)) {
      whole = false;
      return {};
    }
    at += size;
    return piece;
  });
  return whole ? std::optional(hash) : std::nullopt;
}

/// Whether the files of a game are those that `sources` names, with the same hashes.
bool has_sources(const GameInput& input, const SourcesView& sources) {
  std::vector<const ByteSource*> files;
  if (input.index) files.push_back(input.index->bytes.get());
  for (const GameFile& file : input.resources) files.push_back(file.bytes.get());
  if (files.size() + input.problems.size() != sources.size.size()) return false;
  for (size_t i = 0; i < files.size(); ++i) {
    if (files[i]->size() != sources.size[i]) return false;
  }
  for (size_t i = 0; i < files.size(); ++i) {
    if (hash_of(*files[i]) != sources.xxh64[i]) return false;
  }
  return true;
}

/// The --game with which an archive was packed, as its evidence tells it; empty: none.
std::string_view told_game(const TablesView& tables) {
  constexpr std::string_view kTold = "--game ";
  std::string_view evidence = text_at(tables.game.evidence_offset, tables.game.evidence, 0);
  if (!evidence.starts_with(kTold)) return {};
  evidence.remove_prefix(kTold.size());
  return evidence.substr(0, evidence.find(','));
}

std::string_view told_game(const std::optional<Version>& version) {
  if (!version) return {};
  return version == Version::he60 ? kAnyHumongous : facts(*version).option;
}

/// Whether an archive has what pack_game() makes with these options. Of timelines, none may be
/// longer than max_ticks, and those that are cut must have that length.
bool is_packed_with(const PackOptions& options, const OpenArchive& open) {
  const TablesView& tables = open.tables;
  if (told_game(tables) != told_game(options.version)) return false;
  if ((tables.rooms.background_offset.back() > 0) != options.backgrounds) return false;
  for (size_t row = 0; row < tables.timelines.loop_start.size(); ++row) {
    const auto& offset = tables.timelines.tick_offset;
    const uint64_t ticks = offset[row + 1] - offset[row];
    const bool cut = tables.timelines.loop_start[row] == kNone;
    if (ticks > options.max_ticks || (cut && ticks < options.max_ticks)) return false;
  }
  return true;
}

/// The hashes of a row's files as text; empty if it has none.
std::string hashes_of(const Row& row) {
  std::string hashes;
  if (!row.contains("files") || !row["files"].is_array()) return hashes;
  for (const Row& file : row["files"]) {
    if (file.is_object() && file.contains("xxh64")) hashes += json_text(file["xxh64"]);
  }
  return hashes;
}

class CollectionPacker {
 public:
  explicit CollectionPacker(const CollectionOptions& options) : options_(options) {}

  void find(const std::vector<fs::path>& inputs) {
    std::set<std::string> taken;
    for (const fs::path& input : inputs) {
      Result<GamesInside> found = games_at(input);
      if (!found) {
        add_failed(input.string(), found.error());
        std::error_code none;
        const ErrorCode code = found.error().code;
        const bool is_none = code == ErrorCode::not_found || code == ErrorCode::unknown_format;
        if (is_none && fs::exists(input, none)) {
          games_.back().row["status"] = game_status::kNoGame;
        }
        continue;
      }
      for (const std::string& found_path : found->paths) {
        const fs::path path = path_from(found_path);
        const std::string name = free_name(archive_name(input, path), taken);
        games_.push_back({path, name, 0, report_row(found_path, name)});
      }
      for (const auto& [path, error] : found->unread) add_failed(path, error);
    }
  }

  void pack() {
    const auto threads = static_cast<size_t>(options_.pack.threads);
    run_with_threads(threads, [&] {
      parallel_for(games_.size(), [&](size_t game, size_t) { pack_small(games_[game]); });
    });
    for (Game& game : games_) {
      if (game.size > kLargeGame) pack_one(game, options_.pack.threads);
    }
  }

  std::vector<Row> report() {
    std::vector<Row> rows;
    for (Game& game : games_) rows.push_back(std::move(game.row));
    return rows;
  }

 private:
  void add_failed(const std::string& path, const Error& error) {
    games_.push_back({{}, {}, 0, report_row(path, {})});
    fail_row(games_.back().row, error);
  }

  void pack_small(Game& game) {
    if (game.archive.empty()) return;
    const Result<GameInput> input = open_game(game.path);
    if (!input) {
      fail_row(game.row, input.error());
    } else {
      if (input->index) game.size += input->index->bytes->size();
      for (const GameFile& file : input->resources) game.size += file.bytes->size();
      if (game.size > kLargeGame) return;
      pack_game_into(*input, game, 1);
    }
    done();
  }

  void pack_one(Game& game, int threads) {
    const Result<GameInput> input = open_game(game.path);
    if (input) pack_game_into(*input, game, threads);
    if (!input) fail_row(game.row, input.error());
    done();
  }

  void pack_game_into(const GameInput& input, Game& game, int threads) {
    const fs::path archive = options_.folder / path_from(game.archive);
    std::error_code none;
    const bool replace = fs::exists(fs::symlink_status(archive, none));
    if (replace && !options_.force && is_settled(input, archive, game.row)) return;
    PackOptions pack = options_.pack;
    pack.threads = threads;
    const Result<Packed> packed = pack_game(input, pack);
    const Status saved = packed ? options_.save(archive, packed->file, replace, paths_of(input))
                                : Status(packed.error());
    if (saved) fill_row(game.row, packed->tables, packed->file.size(), xxh64(packed->file));
    if (!saved) fail_row(game.row, saved.error());
  }

  /// Keeps the archive that exists, or fails if it is not of these files. Returns false if the game
  /// must be packed again.
  bool is_settled(const GameInput& input, const fs::path& archive, Row& row) const {
    const auto refuse = [&](const std::string& why) {
      fail_row(row, {ErrorCode::io, kNoOffset, archive.string() + ": " + why});
      return true;
    };
    const Result<OpenArchive> open = open_archive(archive);
    if (!open) {
      const bool is_ours = std::ranges::any_of(options_.earlier, [&](const Row& one) {
        return one["path"] == row["path"] && one.value("archive", Row()) == row["archive"];
      });
      return !is_ours &&
             refuse("no archive that can be read, and not in the report (--force replaces it)");
    }
    if (!has_sources(input, open->tables.sources)) {
      return refuse("exists, and is not of these files (--force replaces it)");
    }
    if (!is_packed_with(options_.pack, *open) || !open->archive.verify()) return false;
    const ByteSource& file = open->archive.file();
    fill_row(row, open->tables, file.size(), hash_of(file));
    row["kept"] = true;
    return true;
  }

  void done() {
    const std::lock_guard lock(mutex_);
    if (options_.progress) options_.progress(++done_, games_.size());
  }

  const CollectionOptions& options_;
  std::vector<Game> games_;
  Mutex mutex_;
  size_t done_ = 0;
};

}  // namespace

std::vector<Row> pack_collection(const std::vector<fs::path>& inputs,
                                 const CollectionOptions& options) {
  CollectionPacker packer(options);
  packer.find(inputs);
  packer.pack();
  return packer.report();
}

std::vector<Row> joined_report(const std::vector<Row>& earlier, const std::vector<Row>& now) {
  std::set<Row> known;
  for (const Row& row : now) {
    known.insert(row["path"]);
    if (!row["archive"].is_null()) known.insert(row["archive"]);
  }
  std::vector<Row> rows;
  for (const Row& row : earlier) {
    const bool again = known.contains(row["path"]) || known.contains(row.value("archive", Row("")));
    if (!again) rows.push_back(row);
  }
  rows.insert(rows.end(), now.begin(), now.end());
  std::map<std::string, Row> first;  // hashes of files → path
  for (Row& row : rows) {
    const std::string hashes = hashes_of(row);
    if (hashes.empty()) continue;
    const auto [same, is_new] = first.try_emplace(hashes, row["path"]);
    row["same_as"] = is_new ? Row() : same->second;
  }
  return rows;
}

}  // namespace wardrobe
