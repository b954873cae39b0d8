#pragma once

#include <filesystem>
#include <vector>

#include "formats/result.h"
#include "pipeline/game_input.h"
#include "tools/edit/changes.h"
#include "tools/edit/edits.h"
#include "tools/edit/layout.h"
#include "tools/edit/read_game.h"

namespace wardrobe {

/// Puts edited pictures back into a game. The stages in order; no stage includes a later one:
///
///     ReadGame ─ read_edits ─▶ Edits ─ settle_changes ─▶ CostumeChange ─ new_…_payload ─▶ NewBlock
///                      check_edit ◀─ the files written ◀─ NewFiles ◀─ lay_out ─┘

struct ApplyOptions {
  Redirects redirects = Redirects::follow;
  bool keep_index = false;  ///< refuse what would change the index
  ColorOptions colors;
};

/// Results of all stages. Not movable, since parts refer to others.
struct EditPlan {
  EditPlan() = default;
  EditPlan(const EditPlan&) = delete;
  EditPlan& operator=(const EditPlan&) = delete;

  ReadGame game;
  Edits edits;
  std::vector<CostumeChange> changes;
  std::vector<NewBlock> blocks;
  NewFiles files;
};

/// Runs all stages in memory. Unchanged pictures keep every byte.
Status plan_edit(const GameInput& input, const LoadFile& load, const ApplyOptions& options,
                 EditPlan& out);

/// The new game in memory; `old_input` and `files` must outlive it.
GameInput new_input(const GameInput& old_input, const NewFiles& files);

/// Checks the result: reads the new game from where it was written, and compares all of it with the
/// old one.
Status check_edit(const GameInput& old_input, const EditPlan& plan, const GameInput& new_input);

/// Reads files of a folder by their names in it. Refuses names that lead outside the folder, also
/// through symbolic links.
LoadFile picture_folder(const std::filesystem::path& folder);

/// Writes the new game into an empty folder: the new files, copies of the old game's other files
/// and, if `game` is a folder, copies of everything else in `game`. Errors name the file.
Status write_game_folder(const std::filesystem::path& game, const GameInput& input,
                         const NewFiles& files, const std::filesystem::path& folder);

}  // namespace wardrobe
