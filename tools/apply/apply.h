#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/find_game.h"
#include "tools/apply/changes.h"
#include "tools/apply/edits.h"
#include "tools/apply/layout.h"
#include "tools/apply/read_game.h"

namespace wardrobe {

/// Puts edited pictures back into a game. The stages, in order; none uses a later one:
///
///     ReadGame ─ read_edits ─▶ Edits ─ settle_changes ─▶ CostumeChange ─ new_…_payload ─▶ NewBlock
///                      check_edit ◀─ the files written ◀─ NewFiles ◀─ lay_out ─┘

struct ApplyOptions {
  Redirects redirects = Redirects::follow;
  bool keep_index = false;  ///< refuse edits that would change the index
  /// If set, there are no files: finds the costume to recolour, a row of Costumes.
  std::function<Result<uint32_t>(const TablesView&)> costume{};
  ColorOptions colors;
};

/// The results of all stages. Not movable, because some members refer to others.
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

/// Refuses games whose files are inside other files.
Status check_place(const GameInput& input);

/// Runs all stages in memory, for a game that check_place() does not refuse. Bytes of unchanged
/// pictures stay the same.
Status plan_edit(const GameInput& input, const EditFiles& files, const ApplyOptions& options,
                 EditPlan& out);

/// Returns the new game in memory. `old_input` and `files` must outlive it.
GameInput new_input(const GameInput& old_input, const NewFiles& files);

/// Checks the result: `new_input` is the new game as written. Compares all of it with the old game
/// and the plan.
Status check_edit(const GameInput& old_input, const EditPlan& plan, const GameInput& new_input);

/// Writes the new game into an empty folder: the new files and copies of all others. If `game` is a
/// folder, everything else in the game's folder is copied, too. Errors name the file; `shown` is
/// the name that `folder` will get.
Status write_game_folder(const std::filesystem::path& game, const GameInput& input,
                         const NewFiles& files, const std::filesystem::path& folder,
                         const std::filesystem::path& shown);

}  // namespace wardrobe
