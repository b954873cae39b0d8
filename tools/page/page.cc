#include "tools/page/page.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/player.h"
#include "formats/versions.h"
#include "tools/export/png_writer.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/list/wearers.h"
#include "tools/page/base64.h"
#include "tools/page/diff_data.h"
#include "tools/page/page_module.h"
#include "tools/page/page_text.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

struct SidedGame {
  const PageGame& game;
  Row side;            ///< "old" or "new"; "1", "2", … among several; or null
  Row more{};          ///< other members of the game's data
  std::string file{};  ///< in a catalogue: where its archive is; else empty
};

/// Begins a script element that does not run. Its text must not contain "<".
std::string element_start(std::string_view type, std::string_view id) {
  std::string start = "<script type=\"";
  return start.append(type).append("\" id=\"").append(id).append("\">");
}

constexpr std::string_view kElementEnd = "</script>\n";

/// JSON that cannot end its script element.
std::string json_text(const Row& data) {
  std::string text;
  for (const char c : json_line(data)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// Appends the file of an archive in base64. Fails if it is damaged anywhere: a page should not be
/// what tells of that.
Status append_file(const Archive& archive, std::string& text) {
  TRY(archive.verify());
  const ByteSource& file = archive.file();
  std::vector<uint8_t> bytes(file.size());
  TRY(file.read(0, bytes));
  append_base64(bytes, text);
  return ok();
}

/// A text in HTML.
std::string html_text(std::string_view text) {
  std::string html;
  for (const char c : text) {
    html += c == '<' ? "&lt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  }
  return html;
}

/// The title of a page, also for links to it.
std::string title_elements(const std::string& title, bool has_preview) {
  if (title.empty()) return "<title>Wardrobe</title>";
  const std::string text = html_text(title);
  return "<title>" + text + "</title>\n<meta property=\"og:title\" content=\"" + text + "\">" +
         (has_preview ? "\n<meta property=\"og:image\" content=\"preview.png\">" : "");
}

/// The archive of a game in base64, appended to a text.
Status append_game(const PageGame& game, std::string& text) {
  const Status added = append_file(*game.archive, text);
  if (added) return ok();
  return Error{added.error().code, kNoOffset,
               describe(game.path.empty() ? game.name : game.path, added.error())};
}

/// The page with the archives of `games`, as embedded.js reads them, except those in files of their
/// own.
Result<std::string> make_page(std::span<const SidedGame> games, const std::string& title,
                              Row diff) {
  if (kPageModule[0] == 0) {
    return Error{ErrorCode::not_found, kNoOffset,
                 "this program cannot write pages: it was built without tools/dev/module.sh"};
  }
  Row rows = Row::array();
  std::string archives;
  for (const auto& [game, side, more, file] : games) {
    Row row = {{"name", game.name}, {"side", side}, {"archive", Row()}};
    if (game.archive != nullptr && file.empty()) {
      const std::string id = "archive-" + std::to_string(rows.size());
      row["archive"] = id;
      archives += element_start("application/octet-stream;base64", id);
      TRY(append_game(game, archives));
      archives += kElementEnd;
    }
    if (!file.empty()) row["script"] = file;
    if (Row given = game.names.json(); !given.is_null()) row["given"] = std::move(given);
    if (!more.is_null()) row.update(more);
    rows.push_back(std::move(row));
  }
  const bool has_files = !games.empty() && !games[0].file.empty();
  Row data = {{"games", std::move(rows)}, {"diff", std::move(diff)}};
  if (!title.empty()) data["title"] = title;
  std::string elements = element_start("application/json", "data");
  elements.append(json_text(data))
      .append(kElementEnd)
      .append(element_start("application/octet-stream;base64", "module"))
      .append(kPageModule, sizeof(kPageModule) - 1)
      .append(kElementEnd)
      .append(archives);
  const std::pair<std::string_view, std::string> parts[] = {
      {"@FILES@", has_files ? " 'self' file:" : ""},
      {"@TITLE@", title_elements(title, has_files)},
      {"@DATA@", std::move(elements)}};
  std::string page;
  size_t from = 0;
  for (const auto& [place, text] : parts) {
    const size_t at = kPageText.find(place, from);
    page.append(kPageText.substr(from, at - from)).append(text);
    from = at + place.size();
  }
  return page.append(kPageText.substr(from));
}

/// The games without those that have the same costumes as an earlier one, whose data name them.
std::vector<SidedGame> distinct_games(std::span<const PageGame> games) {
  std::map<std::string, size_t> seen;
  std::vector<SidedGame> distinct;
  for (const PageGame& game : games) {
    const TablesView& tables = game.archive->tables();
    std::string key;
    const auto add = [&](auto column) {
      key.append(reinterpret_cast<const char*>(column.data()), column.size_bytes());
    };
    add(tables.sources.xxh64);  // 0 if a file was not read to its end, so the rest is compared, too
    add(tables.costumes.offset);
    add(tables.costumes.color);
    add(tables.costumes.command);
    add(tables.palettes.rgb);
    uint32_t shown = 0;  // pictures of costumes; those of objects follow, if there are any
    for (const uint32_t picture : tables.entries.picture) {
      if (picture != kNone) shown = std::max(shown, picture + 1);
    }
    add(tables.pictures.xxh64.first(shown));
    const auto [found, is_new] = seen.emplace(key, distinct.size());
    if (is_new) {
      distinct.push_back({game, {}});
    } else {
      Row& more = distinct[found->second].more;
      more["also"].push_back(game.name);
    }
  }
  for (size_t i = 0; i < distinct.size() && distinct.size() > 1; ++i) {
    distinct[i].side = std::to_string(i + 1);
  }
  return distinct;
}

constexpr uint32_t kMostTicks = 24;  ///< of a game's picture
constexpr int32_t kMostWidth = 256;  ///< of one that moves
constexpr int64_t kMostPixels = 1 << 20;
constexpr uint32_t kPreviewScale = 4;  ///< of the picture for links

/// The costume that stands for a game: the player's, or else the first that can be shown.
uint32_t costume_for(const TablesView& tables) {
  const auto shown = [&](uint32_t costume) {
    return costume != kNone && tables.costumes.default_timeline[costume] != kNone;
  };
  for (size_t row = 0; row < tables.wearers.id.size(); ++row) {
    const uint32_t costume = tables.wearers.costume[row];
    if (tables.wearers.ego[row] != 0 && shown(costume)) return costume;
  }
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    if (shown(costume)) return costume;
  }
  return kNone;
}

/// A game's costume in its default timeline.
class GamePicture {
 public:
  explicit GamePicture(const Archive& archive)
      : pictures_(archive), costume_(costume_for(archive.tables())) {}

  /// PNG of the first `most` ticks side by side, and what the page must know to show them.
  Result<std::vector<uint8_t>> draw(uint32_t most, uint32_t scale, Row& about) {
    const TablesView& tables = pictures_.archive().tables();
    if (costume_ == kNone) return Error{ErrorCode::not_found, kNoOffset, "no timelines"};
    ASSIGN_OR_RETURN(const Trace trace,
                     baked_trace(tables, tables.costumes.default_timeline[costume_]));
    const Look look = make_look(tables, costume_);
    const Rect box = bounds_of(trace, tables.pictures);
    if (box.width > kMostPixels / (int64_t{scale} * scale) / box.height) {
      return Error{ErrorCode::limit, kNoOffset, "its first picture is too large"};
    }
    const auto all = static_cast<uint32_t>(trace.ticks());
    const uint32_t ticks =
        box.width > kMostWidth || box.height > kMostWidth ? 1 : std::min(most, all);
    ASSIGN_OR_RETURN(const TickPainter painter, TickPainter::create(pictures_, trace, box, look));
    ASSIGN_OR_RETURN(const IndexImage strip, painter.draw(0, ticks, scale));
    about = {{"width", box.width},
             {"height", box.height},
             {"ticks", ticks},
             {"loopStart", ticks == all && trace.loop_start != kNone ? trace.loop_start : 0}};
    return write_png(strip, look.palette);
  }

 private:
  PictureReader pictures_;
  uint32_t costume_;
};

/// What the first page of a catalogue shows of a game.
Row catalogue_row(const PageGame& game) {
  const Archive& archive = *game.archive;
  const TablesView& tables = archive.tables();
  const CostumeWearers wearers(tables, game.names);
  std::set<std::string> names;
  for (uint32_t row = 0; row < tables.costumes.id.size(); ++row) names.insert(wearers.name(row));
  names.erase("");
  Row picture;
  if (const auto png = GamePicture(archive).draw(kMostTicks, 1, picture)) {
    std::string url = "data:image/png;base64,";
    append_base64(*png, url);
    picture["url"] = std::move(url);
  }
  const VersionFacts& version = facts(tables.game.version[0]);
  const std::string_view family = is_humongous(version.version) ? "Humongous " : "SCUMM ";
  return {{"version", std::string(family) + std::to_string(version.number())},
          {"costumes", tables.costumes.id.size()},
          {"failures", std::ranges::count(tables.failures.kind, FailureKind::damage)},
          {"names", names},
          {"picture", std::move(picture)}};
}

Row art_row(const PageArt& art) {
  Row files = Row::array();
  for (const std::vector<uint8_t>& file : art.files) {
    std::string url = "data:image/png;base64,";
    append_base64(file, url);
    files.push_back(std::move(url));
  }
  Row pictures = Row::object();
  for (const auto& [rows, file] : art.file_of) {
    pictures[std::to_string(rows.first) + '/' + std::to_string(rows.second)] = file;
  }
  return {{"scale", art.scale}, {"files", std::move(files)}, {"pictures", std::move(pictures)}};
}

}  // namespace

Result<std::string> gallery_page(std::span<const PageGame> games, const std::string& title) {
  return make_page(distinct_games(games), title, Row());
}

Status write_catalogue(std::span<const PageGame> games, const std::string& title,
                       const GiveFile& give) {
  const auto write = [&](const std::string& name, const std::string& text) {
    return give(name, {reinterpret_cast<const uint8_t*>(text.data()), text.size()});
  };
  std::vector<SidedGame> distinct = distinct_games(games);
  for (size_t i = 0; i < distinct.size(); ++i) {
    SidedGame& game = distinct[i];
    game.side = std::to_string(i + 1);
    game.file = "game-" + std::to_string(i + 1) + ".js";
    Row more = catalogue_row(game.game);
    if (!game.more.is_null()) more.update(game.more);
    game.more = std::move(more);
    std::string text = "wardrobeGames[\"" + game.file + "\"]=\"";
    TRY(append_game(game.game, text));
    TRY(write(game.file, text + "\"\n"));
  }
  Row about;
  if (const auto png = GamePicture(*distinct[0].game.archive).draw(1, kPreviewScale, about)) {
    TRY(give("preview.png", *png));
  }
  const std::string named = title.empty() ? count_text(distinct.size(), "game") : title;
  ASSIGN_OR_RETURN(const std::string page, make_page(distinct, named, Row()));
  return write("index.html", page);
}

Result<std::string> diff_page(const PageGame& old_game, const PageGame& new_game,
                              const DiffTables& tables, const Diff& diff) {
  const SidedGame games[] = {{old_game, "old"}, {new_game, "new"}};
  return make_page(games, {}, diff_data(tables, diff, new_game.names));
}

Result<std::string> art_page(const PageGame& game, const PageArt& art, Row diff) {
  const PageGame remade = {"remade"};
  const SidedGame games[] = {{game, "old"}, {remade, "new", {{"art", art_row(art)}}}};
  return make_page(games, {}, std::move(diff));
}

}  // namespace wardrobe
