#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pipeline/game_input.h"

namespace wardrobe {

/// A SCUMM file, or one that is named like one.
struct Candidate {
  GameFile file;  ///< without `bytes`: a folder may have more files than can be open at once
  FileKind kind{};
  std::string stem;                ///< GameName::stem
  uint64_t size = 0;               ///< 0: cannot be opened
  std::optional<Error> problem{};  ///< why it is unusable; its name then decides `kind`
  bool closed = false;             ///< the problem is that it cannot be opened or read
  bool may_be_container = false;   ///< by its first bytes
};

/// Examines a file of the folder. It has a problem if it is not a SCUMM file, or if it is of
/// version 4 or earlier and does not have the right name. A file of BlockStyle::size_first that was
/// `asked_for` may have another name.
Candidate examine(const Folder& folder, const std::string& name, bool asked_for);

/// What is in a folder, and in folders of rooms in it, in order of names.
struct Survey {
  std::vector<Candidate> candidates;    ///< for files of a game
  std::vector<std::string> containers;  ///< files that may be one
  std::vector<Candidate> closed;        ///< other files that cannot be opened
  std::vector<std::string> folders;     ///< all but those of rooms
};
Result<Survey> survey(const Folder& folder);

/// Whether both files can be read and have the same bytes.
bool are_equal(const Folder& folder, const Candidate& one, const Candidate& other);

/// The files that show which games are in a folder: the indexes or, without any, the resource
/// files.
std::vector<const Candidate*> leading_files(const std::vector<Candidate>& candidates);

/// Finds the files of the only game in a folder. Considers only what `survey` found in it, and does
/// not search `program`.
Result<GameInput> find_game(const Folder& folder, const Survey& found);
/// The same for a game that is named, as by open_game().
Result<GameInput> find_game(const Folder& folder, const std::string& name);

}  // namespace wardrobe
