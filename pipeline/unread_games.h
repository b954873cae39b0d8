#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace wardrobe {

/// What a file is that belongs to a SCUMM game of a kind that is not read (SCUMM.md §1 "Not read"):
/// one line for people, which names the file. Nothing for any other file.
std::optional<std::string> unread_game(const std::filesystem::path& file);

/// The same of the first such file in a folder, in order of names.
std::optional<std::string> unread_game_in(const std::filesystem::path& folder);

/// The name of the first .exe in a folder; empty: none. Steam's games have their index inside it.
std::string program_in(const std::filesystem::path& folder);

}  // namespace wardrobe
