#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm.h"
#include "pipeline/io/files.h"

namespace wardrobe {

struct GameFile {
  std::string name;  ///< relative to the game folder
  uint8_t xor_key = 0;
  /// The number in the name: 1 for X.001, X.LA1, X.(a), DISK01.LEC, 01.LFL; 0: none.
  unsigned disk = 0;
  std::unique_ptr<ByteSource> bytes;
  BlockStyle style = BlockStyle::tag_first;
  bool has_room_files = false;   ///< FileType::has_room_files
  bool wrapped = false;          ///< `bytes` is the data fork in a file in MacBinary
  std::optional<Error> doubt{};  ///< why it may not be the right file, or not intact
};

/// A file that belongs to the game by its name, but cannot be used.
struct InputProblem {
  std::string name;   ///< relative to the game folder
  uint64_t size = 0;  ///< 0: cannot be opened
  Error error;
};

/// The files to pack from: the index, and the resource files in order of their disk numbers. There
/// is no index if a single resource file was named or the index cannot be used.
struct GameInput {
  std::string folder;  ///< its path, for messages
  std::optional<GameFile> index;
  std::vector<GameFile> resources;
  std::vector<InputProblem> problems;
  bool lacks_index = false;  ///< a folder was searched, and there is none
  /// The name of a program in a folder without an index file; empty: none. If the input has an
  /// index, the index is inside this program; otherwise it may be, in an .exe.
  std::string program;
  /// Where the indexes are if programs hold several. The input then has no index.
  std::vector<std::string> rivals;
  /// The container that holds all files, relative to the game folder; empty: none. The names of the
  /// files start with it: "monkey1.pak/classic/en/monkey1.000", "game.zip/Game Data/GAME.000".
  std::string container;
  /// What a Special Edition calls costumes and rooms, by their numbers (SCUMM.md §1 "Containers").
  std::map<uint16_t, std::string> costume_names;
  std::map<uint16_t, std::string> room_names;
};

/// Finds the files of a game (SCUMM.md §1 "Names"). `name` is a folder, a container, an index file
/// (its resource files are beside it under the same name, in any case), one resource file, or a
/// path through these: "monkey1.pak/classic/en", "monkey1.pak/classic/en/monkey1.000"; empty:
/// `folder` itself.
///
/// Of a folder, the only game is found. A file's first tag decides its kind; files up to version 4
/// also need the right names. Unknown or unreadable files named like an index or a disk of the game
/// become problems; others are ignored. If the game has no index file, the programs in the folder
/// are searched for an index. If the folder itself has no game with an index, its containers and
/// the folders below are searched for one. If there are several, or if something that may hold one
/// cannot be opened, that is an error. Errors name the file.
Result<GameInput> open_game(const Folder& folder, const std::string& name = "");

/// The same for a path on disk, possibly inside a container.
Result<GameInput> open_game(const std::filesystem::path& path);

/// The games at a path that open_game() accepts, and below it.
struct GamesInside {
  /// What is not supported, or may hold a game but cannot be read.
  struct Unread {
    std::string path;
    Error error;
  };
  std::vector<std::string> paths;  ///< for open_game()
  std::vector<Unread> unread;
};
/// An error if there is nothing to open.
Result<GamesInside> games_at(const std::filesystem::path& path);

/// Returns the folder of the game, to which the names of its files are relative.
std::filesystem::path game_folder(const GameInput& input);

/// Returns the paths of all files of the input on disk, including those with problems. For a game
/// in a container, that is the path of the container.
std::vector<std::filesystem::path> paths_of(const GameInput& input);

std::string lower_case(std::string text);

/// At most `most` of `names`, and how many more there are: "a, b and 3 more".
std::string first_names(const std::vector<std::string>& names, size_t most = 8);

}  // namespace wardrobe
