#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/result.h"
#include "tools/diff/finding.h"
#include "tools/export/export.h"
#include "tools/list/given_names.h"
#include "tools/list/rows.h"

namespace wardrobe {

/// An archive inside a page.
struct PageGame {
  std::string name;                  ///< for display
  const Archive* archive = nullptr;  ///< null: nothing, in a comparison with nothing
  std::string path{};                ///< for errors; empty: the name
  GivenNames names{};                ///< what a person named its costumes and chores
};

/// Returns one HTML page, which needs no other file, with all costumes of one archive or several,
/// playing. Of archives with the same costumes, it has the first. `title` may be empty. Fails if an
/// archive is damaged; the error names it.
Result<std::string> gallery_page(std::span<const PageGame> games, const std::string& title);

/// Gives the files of a catalogue: index.html, which shows a picture of each game, and loads the
/// game's own file when it is opened; and preview.png, for links to the page.
Status write_catalogue(std::span<const PageGame> games, const std::string& title,
                       const GiveFile& give);

/// Returns a page with a comparison: the findings and both archives. `tables` are those of the
/// games.
Result<std::string> diff_page(const PageGame& old_game, const PageGame& new_game,
                              const DiffTables& tables, const Diff& diff);

/// Pictures that were remade, as PNGs, each several times as large as in the game.
struct PageArt {
  uint32_t scale = 1;
  std::vector<std::vector<uint8_t>> files;
  /// Rows of Costumes and of Pictures → element of `files`.
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> file_of;
};

/// Returns a page that compares a game with its remade pictures. `diff` is like diff_data(): the
/// rows of both sides are those of the game.
Result<std::string> art_page(const PageGame& game, const PageArt& art, Row diff);

}  // namespace wardrobe
