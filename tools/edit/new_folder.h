#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "formats/result.h"
#include "pipeline/game_input.h"
#include "pipeline/io/unfinished_folder.h"
#include "tools/edit/layout.h"

namespace wardrobe {

/// A folder that is written under a temporary name beside its final one, and removed again unless
/// it gets that. Errors name the path.
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path target) : target_(std::move(target)) {}

  /// Fills it with the new game and, if the game was named by its folder, all else that is there.
  Status write(const std::filesystem::path& game, const GameInput& input, const NewFiles& files);
  /// The new game, where `game` is in the old one.
  std::filesystem::path game(const std::filesystem::path& game) const;
  /// Gives it its name. With `replace`, a folder of that name is removed.
  Status finish(bool replace);

 private:
  std::filesystem::path target_;
  std::optional<UnfinishedFolder> temporary_;  ///< since write()
};

/// Whether the new folder may be called that: nothing of that name exists or, with `force`, a
/// folder with a game; and neither it nor the folders of the game and of the pictures are in each
/// other.
Status check_new_folder(const std::filesystem::path& target, const std::filesystem::path& game,
                        const std::filesystem::path& pictures, bool force);

}  // namespace wardrobe
