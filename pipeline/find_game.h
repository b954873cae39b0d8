#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm.h"
#include "pipeline/io/files.h"

namespace wardrobe {

/// The stems of games whose files have no common part in their names: of version 4, and of versions
/// 1 to 3.
inline constexpr const char* kStemOfV4 = "";
inline constexpr const char* kStemOfRooms = "/";

/// Facts that the name of a file tells (SCUMM.md §1 "Names").
struct GameName {
  std::string stem;   ///< the name without its ending, which a game's files share
  unsigned disk = 0;  ///< as GameFile::disk
  bool v4 = false;    ///< 000.LFL, DISK01.LEC
  bool room = false;  ///< of versions 1 to 3: 00.LFL, 01.LFL; 00.MAN
  /// The kind implied by the name; nullopt if a file of any kind could have the name.
  std::optional<FileKind> kind;
};

/// `file_name` may lead through a folder of rooms.
GameName name_of(const std::string& file_name);

/// A name split into stem and ending: "COMI" and ".LA0", "Pajama Sam" and " (0)". A name without an
/// ending, or of a hidden file, is all stem. A folder before it is dropped.
struct SplitName {
  std::string stem;
  std::string ending;
};
SplitName split_name(const std::string& file_name);

std::string lower_case(std::string text);

/// What is equal in the stems of a game's files, which differ in case and in apostrophes.
std::string stem_key(const std::string& stem);

/// Whether a folder is named like one in which a game keeps its room files.
bool is_rooms_folder(const std::string& name);

/// Whether a file is named like a program for Windows or DOS, or like one for the Mac, which has no
/// ending.
bool is_exe(const std::string& file_name);
bool has_no_ending(const std::string& file_name);

/// At most `most` of `names`, and how many more there are: "a, b and 3 more".
std::string first_names(const std::vector<std::string>& names, size_t most = 8);

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
};

/// Finds the files of the only game in a folder (SCUMM.md §1 "Names"). A file's first tag decides
/// its kind; files up to version 4 also need the right names. Unknown or unreadable files named
/// like an index or a disk of the game become problems; others are ignored. If the game has no
/// index file, the programs in the folder are searched for an index. If the folder itself has no
/// game with an index, its containers and the folders below are searched for one. If there are
/// several, or if something that may hold one cannot be opened, that is an error. Errors name the
/// file.
Result<GameInput> open_game(const Folder& folder);

/// The same for one of several games. `name` is an index file (its resource files are beside it
/// under the same name, in any case), one resource file, a container, a folder, or a path through
/// these: "monkey1.pak/classic/en", "monkey1.pak/classic/en/monkey1.000".
Result<GameInput> open_game(const Folder& folder, const std::string& name);

/// The games in a folder and below it. Paths are for open_game(), from the folder on; empty: the
/// folder itself.
struct GamesInside {
  /// What is not supported, or may hold a game but cannot be read.
  struct Unread {
    std::string path;
    Error error;
  };
  std::vector<std::string> paths;
  std::vector<Unread> unread;
};
GamesInside games_inside(const Folder& folder);
/// The same for one of its folders or containers, with paths from that one on.
Result<GamesInside> games_inside(const Folder& folder, const std::string& name);

/// Whether these bytes, XOR removed, read well as an index: all of it is there, and it has rooms
/// and costumes.
bool is_whole_index(Bytes bytes, BlockStyle style);

/// For a game without an index file, looks for its index inside the programs in its folder
/// (SCUMM.md §1 "Containers"). If there is exactly one complete index, sets `input.index` to it,
/// and `input.program` to the name of the program that contains it. If there are more, sets
/// `input.rivals`.
void search_programs(const Folder& folder, GameInput& input);

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

/// Finds the files of a game on disk: `path` is a game folder, or a file that open_game accepts,
/// possibly inside a container.
Result<GameInput> open_game(const std::filesystem::path& path);

/// The games at a path that open_game() accepts, and below it, with whole paths. An error if there
/// is nothing to open.
Result<GamesInside> games_at(const std::filesystem::path& path);

/// Returns the folder of the game, to which the names of its files are relative.
std::filesystem::path game_folder(const GameInput& input);

/// Returns the paths of all files of the input on disk, including those with problems. For a game
/// in a container, that is the path of the container.
std::vector<std::filesystem::path> paths_of(const GameInput& input);

}  // namespace wardrobe
