#pragma once

#include <optional>
#include <string>

#include "pipeline/io/folder.h"

namespace wardrobe {

/// Whether a file is called like the index of versions 1 to 3, but is that of a game for another
/// machine, by its size (SCUMM.md §1 "Not read").
bool is_of_other_machine(const std::string& name, const ByteSource& file);

/// What a file is that belongs to a SCUMM game of a kind that is not read (SCUMM.md §1 "Not read"):
/// one line for people, which names the file. Nothing for any other file.
std::optional<std::string> unread_game(const Folder& folder, const std::string& name);

/// The same of the first such file in a folder, in order of names.
std::optional<std::string> unread_game_in(const Folder& folder);

/// The name of the first .exe in a folder; empty: none. Steam's games have their index inside it.
std::string program_in(const Folder& folder);

}  // namespace wardrobe
