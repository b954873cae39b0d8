#pragma once

#include <optional>
#include <string>

#include "formats/scumm/block.h"
#include "pipeline/io/folder.h"

namespace wardrobe {

/// Whether a file that looks like an index of versions 1 to 3 has the size of an index for another
/// machine (SCUMM.md §1 "Not read"), and cannot be read as what it looks like.
bool is_of_other_machine(const std::string& name, const FileType& type, const ByteSource& file);

/// Describes a file of a SCUMM game that is not supported (SCUMM.md §1 "Not read") in one line that
/// names the file; nullopt for any other file.
std::optional<std::string> unread_game(const Folder& folder, const std::string& name);

/// The same for the first such file in a folder, in order of names.
std::optional<std::string> unread_game_in(const Folder& folder);

/// Returns the name of the first .exe in a folder; empty if there is none. It may contain the index
/// of a game from Steam.
std::string program_in(const Folder& folder);

}  // namespace wardrobe
