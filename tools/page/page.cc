#include "tools/page/page.h"

#include <span>
#include <string_view>
#include <vector>

#include "tools/page/diff_data.h"
#include "tools/page/image_text.h"
#include "tools/page/page_text.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {
namespace {

struct SidedGame {
  const PageGame& game;
  Row side;  ///< "old" or "new"; "1", "2", … among several; or null
};

/// A script element that does not run. Its text must not contain "<".
std::string data_element(std::string_view type, const std::string& id, std::string_view text) {
  std::string element = "<script type=\"";
  element.append(type).append("\" id=\"").append(id).append("\">").append(text);
  return element += "</script>\n";
}

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

/// The page with the archives of `games`, as embedded.js reads them.
Result<std::string> make_page(std::span<const SidedGame> games, Row diff) {
  Row rows = Row::array();
  std::string images;
  for (const auto& [game, side] : games) {
    Row id;
    if (game.archive != nullptr) {
      id = "image-" + std::to_string(rows.size());
      const Result<std::string> text = image_text(*game.archive);
      if (!text) return Error{text.error().code, kNoOffset, describe(game.name, text.error())};
      images += data_element("application/octet-stream;base64", id, *text);
    }
    rows.push_back({{"name", game.name}, {"side", side}, {"image", id}});
  }
  const Row data = {{"games", std::move(rows)}, {"diff", std::move(diff)}};
  std::string page(kPageText);
  constexpr std::string_view kPlace = "@DATA@";
  return page.replace(page.find(kPlace), kPlace.size(),
                      data_element("application/json", "data", json_text(data)) + images);
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

}  // namespace wardrobe
