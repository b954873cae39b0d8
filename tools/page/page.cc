#include "tools/page/page.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/page/base64.h"
#include "tools/page/diff_data.h"
#include "tools/page/page_module.h"
#include "tools/page/page_text.h"
#include "tools/rows/rows.h"

namespace wardrobe {
namespace {

struct SidedGame {
  const PageGame& game;
  Row side;   ///< "old" or "new"; "1", "2", … among several; or null
  Row art{};  ///< of a game without an archive: pictures for that of the first game
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

/// The page with the archives of `games`, as embedded.js reads them.
Result<std::string> make_page(std::span<const SidedGame> games, Row diff) {
  if (kPageModule[0] == 0) {
    return Error{ErrorCode::not_found, kNoOffset,
                 "this program cannot write pages: it was built without tools/dev/module.sh"};
  }
  Row rows = Row::array();
  const auto id_of = [](size_t game) { return "archive-" + std::to_string(game); };
  for (const auto& [game, side, art] : games) {
    rows.push_back({{"name", game.name},
                    {"side", side},
                    {"archive", game.archive != nullptr ? Row(id_of(rows.size())) : Row()}});
    if (!art.is_null()) rows.back()["art"] = art;
  }
  constexpr std::string_view kPlace = "@DATA@";
  const size_t place = kPageText.find(kPlace);
  std::string page(kPageText.substr(0, place));
  const Row data = {{"games", std::move(rows)}, {"diff", std::move(diff)}};
  page.append(element_start("application/json", "data"))
      .append(json_text(data))
      .append(kElementEnd);
  page.append(element_start("application/octet-stream;base64", "module"))
      .append(kPageModule, sizeof(kPageModule) - 1)
      .append(kElementEnd);
  for (size_t i = 0; i < games.size(); ++i) {
    const Archive* const archive = games[i].game.archive;
    if (archive == nullptr) continue;
    page += element_start("application/octet-stream;base64", id_of(i));
    const Status added = append_file(*archive, page);
    if (!added) {
      const PageGame& game = games[i].game;
      return Error{added.error().code, kNoOffset,
                   describe(game.path.empty() ? game.name : game.path, added.error())};
    }
    page += kElementEnd;
  }
  return page.append(kPageText.substr(place + kPlace.size()));
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

Result<std::string> gallery_page(std::span<const PageGame> games) {
  std::vector<SidedGame> sided;
  for (const PageGame& game : games) {
    sided.push_back({game, games.size() == 1 ? Row() : Row(std::to_string(sided.size() + 1))});
  }
  return make_page(sided, Row());
}

Result<std::string> diff_page(const PageGame& old_game, const PageGame& new_game,
                              const DiffTables& tables, const Diff& diff) {
  const SidedGame games[] = {{old_game, "old"}, {new_game, "new"}};
  return make_page(games, diff_data(tables, diff));
}

Result<std::string> art_page(const PageGame& game, const PageArt& art, Row diff) {
  const PageGame remade = {"remade"};
  const SidedGame games[] = {{game, "old"}, {remade, "new", art_row(art)}};
  return make_page(games, std::move(diff));
}

}  // namespace wardrobe
