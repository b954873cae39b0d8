#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

/// All limits on what files may ask for, checked before memory or time is spent. They are far above
/// real games; LIMITS.md says how far, and what happens beyond. Limits of other formats, such as
/// the size of a GIF, are with their writers.

namespace wardrobe {

/// A limit for a whole file or game: `free` plus `per_byte` for each of its bytes, at most `most`.
/// It bounds the harm of a small file without refusing large ones.
struct Budget {
  uint64_t free;
  uint64_t per_byte;
  uint64_t most;

  constexpr uint64_t of(uint64_t bytes) const { return std::min(most, free + per_byte * bytes); }
};

/// Returns a limit as text for messages: "64 Mi", "256 Ki", "4096".
inline std::string limit_text(uint64_t limit) {
  if (limit >= 1 << 30 && limit % (1 << 30) == 0) return std::to_string(limit >> 30) + " Gi";
  if (limit >= 1 << 20 && limit % (1 << 20) == 0) return std::to_string(limit >> 20) + " Mi";
  if (limit > 1 << 16 && limit % (1 << 10) == 0) return std::to_string(limit >> 10) + " Ki";
  return std::to_string(limit);
}

/// Limbs of an actor.
inline constexpr size_t kLimbs = 16;
/// Entries of a directory of an index, and rooms that it names.
inline constexpr size_t kMaxEntries = 1 << 16;
/// Entries of a costume's palette (SCUMM.md §6 AKPL).
inline constexpr size_t kMaxColors = 256;
/// Bytes of a palette: red, green and blue of each of 256 colours.
inline constexpr size_t kPaletteSize = 768;
/// Bytes of the name that its makers gave to a costume or one of its sequences.
inline constexpr uint32_t kMaxNameBytes = 255;
/// Cels of an AKOS: as far as u16 numbers reach.
inline constexpr size_t kMaxAkosCels = 65535;
/// Bytes of AKSQ: as far as u16 positions reach (SCUMM.md §6).
inline constexpr size_t kMaxAkosCommands = 65535;
/// Bytes of the commands of a COST: as far as u16 positions reach.
inline constexpr size_t kMaxCostCommands = 65536;
/// Positions in AKFO: as far as u16 numbers reach.
inline constexpr size_t kMaxAkosJumps = 65535;
/// Tables of a costume: of each limb, of cels and of auxiliary pictures.
inline constexpr uint32_t kMaxTables = kLimbs + 2;
/// Entries of a table: as far as u16 indices reach, without that for none.
inline constexpr uint32_t kMaxTableEntries = 65535;
/// Cels of a frame: 16 limbs show up to 255 each.
inline constexpr uint32_t kMaxFrameCels = 4096;
/// How far from the actor's anchor a picture is drawn, in pixels either way. 16 limbs of up to 255
/// cels, which are 4096 wide and are moved by i16 numbers, reach less far.
inline constexpr int32_t kMaxPlace = 1 << 24;
/// Commands of a window of a COST (SCUMM.md §3).
inline constexpr uint16_t kMaxCostWindow = 128;

/// Pixels on a side of a picture (FORMAT.md "pictures").
inline constexpr uint32_t kMaxSide = 4096;
/// Pixels of a picture.
inline constexpr uint64_t kMaxPicturePixels = 4 << 20;
/// Pixels of a costume's pictures, by the bytes of its block; the same data at the same size count
/// once. No codec makes more of a byte, but for rows that are all transparent.
inline constexpr Budget kCostumePixels{256 << 10, 256, 64 << 20};

/// Windows of a costume, by the bytes of its block: records that share windows each get a copy.
inline constexpr Budget kCostumeWindows{1 << 10, 1, 1 << 20};

/// Codes that a limb of an AKOS passes in a step of mode 2 or 3; then it is stuck (SCUMM.md §6
/// "Step").
inline constexpr unsigned kMaxWindowCodes = 4096;
/// Codes of an AKOS that are inspected to find the cels that are shown.
inline constexpr uint64_t kMaxReachSteps = 16 << 20;

/// Ticks, cels and events that the timelines of a costume take.
inline constexpr uint64_t kMaxCostumeRows = 2 << 20;
/// Ticks, cels and events that the timelines of a game take, by the bytes of its costumes.
inline constexpr Budget kGameRows{4 << 20, 1, 24 << 20};
/// Work to bake a costume, at a few ns each: commands executed, commands inspected to find cycles,
/// and items drawn.
inline constexpr uint64_t kMaxCostumeCommands = 32 << 20;
/// The same work to bake a whole game, by the bytes of its costumes.
inline constexpr Budget kGameCommands{64 << 20, 16, 1 << 30};

/// Columns of a strip, in which rooms' pictures are stored.
inline constexpr unsigned kStripColumns = 8;
/// Pixels on a side of a room.
inline constexpr uint32_t kMaxRoomSide = 65535;
/// Pixels of a room's background (FORMAT.md "rooms").
inline constexpr uint64_t kMaxRoomPixels = 32 << 20;
/// Pixels of the backgrounds of a game, by the bytes of its files.
inline constexpr Budget kGameBackgrounds{64 << 20, 16, uint64_t{16} << 30};
/// Bytes of the z-planes of a game, by the bytes of its files.
inline constexpr Budget kGamePlanes{16 << 20, 2, 64 << 20};
/// Z-planes of a room.
inline constexpr size_t kMaxPlanes = 7;
/// Walk boxes, scale slots or objects of a room.
inline constexpr uint32_t kMaxRoomRows = 0x7FFF;
/// Images of an object.
inline constexpr size_t kMaxImages = 16;
/// Pixels of a room that are decoded to find out which images are those of objects (SCUMM.md §8
/// "Objects up to version 4").
inline constexpr uint64_t kMaxTriedPixels = 4 << 20;
/// Colour cycles of a room.
inline constexpr size_t kMaxCycles = 16;
/// Bytes of the blocks of all objects of a game.
inline constexpr uint64_t kMaxObjectsBytes = 256 << 20;
/// Pixels of the pictures of all objects of a game, by the bytes of their blocks.
inline constexpr Budget kGameObjects{16 << 20, 64, uint64_t{4} << 30};

/// Decompressed bytes of an archive's header, directory and tables, by the bytes of the file
/// (FORMAT.md "The image").
inline constexpr Budget kArchiveTables{64 << 20, 32, 384 << 20};
/// Decompressed bytes of an archive's backgrounds and pixels, by the bytes of the file.
inline constexpr Budget kArchivePixels{128 << 20, 64, uint64_t{16} << 30};
/// Usual maximum of header, directory and tables, by the bytes of the costumes. Larger ones are
/// compressed at kFastLevel, so that they do not take minutes.
inline constexpr Budget kUsualTables{4 << 20, 16, 1 << 30};
/// The zstd level for such large tables.
inline constexpr int kFastLevel = 3;

/// zstd frames of an archive.
inline constexpr uint64_t kMaxFrames = 1 << 20;
/// Bytes that a frame decompresses to, and bytes of its window (FORMAT.md "The file").
inline constexpr uint64_t kMaxFrameSize = 8 << 20;
/// Bytes that a frame takes in the file, by the bytes that it decompresses to.
inline constexpr Budget kFrameBytes{4096, 2, 17 << 20};

/// Bytes of a game's index.
inline constexpr uint64_t kMaxIndexSize = 16 << 20;
/// Bytes that are read from a block of a room.
inline constexpr uint64_t kMaxRoomBlock = 16 << 20;
/// Bytes of a costume's block.
inline constexpr uint64_t kMaxCostumeSize = 64 << 20;
/// Bytes of the blocks of all costumes of a game.
inline constexpr uint64_t kMaxCostumesSize = 512 << 20;
/// Bytes of a script of `replay`.
inline constexpr uint64_t kMaxScriptSize = 4 << 20;
/// Bytes of the code of a game's script, and of all of them.
inline constexpr uint64_t kMaxScriptCode = 1 << 20;
inline constexpr uint64_t kMaxScriptsCode = 16 << 20;
/// Values on the stack of a script; real ones reach 40.
inline constexpr size_t kMaxScriptStack = 1024;
/// How deep the expressions of a script are nested; real ones reach 4.
inline constexpr size_t kMaxScriptDepth = 16;
/// Values that a script's jumps carry to their targets, by the bytes of its code.
inline constexpr Budget kScriptStates{64 << 10, 4, 8 << 20};
/// Rows of wearers, of recolours and of calls, each.
inline constexpr size_t kMaxScriptRows = 1 << 16;
/// Rows that a script gets from the arguments with which others start it.
inline constexpr size_t kMaxRowsByCall = 64;
/// Bytes of any other file that is read as a whole, such as edited pictures.
inline constexpr uint64_t kMaxWholeFile = 256 << 20;

/// Files in a container, and bytes of all their names.
inline constexpr size_t kMaxContainerFiles = 1 << 16;
inline constexpr size_t kMaxContainerNames = 8 << 20;
/// Files in the container of a Mac game.
inline constexpr size_t kMaxMacFiles = 1024;
/// Bytes that the files of a .zip inflate to, by the bytes of the .zip.
inline constexpr Budget kZipContents{64 << 20, 32, 1 << 30};
/// Folders that are searched for a game.
inline constexpr size_t kMaxFolders = 1 << 12;
/// How far down these folders are. The search is recursive, and some stacks have 1 MiB.
inline constexpr size_t kMaxFolderDepth = 32;
/// Bytes of a program that is searched for an index.
inline constexpr uint64_t kMaxProgramSize = 64 << 20;

/// How deep lists and objects of JSON that is read are nested; those of exports reach 5.
inline constexpr size_t kMaxJsonDepth = 16;

/// Pixels of all PNGs of an applied folder, and of the cels of each .aseprite file.
inline constexpr uint64_t kMaxEditPixels = 256 << 20;
/// Ids of a costume for each of which `hd build` names its pictures.
inline constexpr size_t kMaxNamedIds = 256;
/// Pixels of all PNGs that `hd check` reads, by the pixels of the game's pictures: enough for 16
/// times the size.
inline constexpr Budget kCheckedPixels{256 << 20, 256, uint64_t{64} << 30};

/// Ticks, cels and events of one timeline or script that is played.
inline constexpr uint64_t kMaxTraceRows = 16 << 20;
/// Pixels of all ticks that a replay draws, before they are magnified.
inline constexpr uint64_t kMaxReplayPixels = 256 << 20;
/// Pixels of all pictures that a replay draws.
inline constexpr uint64_t kMaxReplayBlits = uint64_t{4} << 30;
/// Pixels of a frame, strip or sheet that is written, magnified; also of a PNG that is applied.
inline constexpr int64_t kMaxFramePixels = 64 << 20;
/// Pixels of all frames of an exported timeline, magnified.
inline constexpr int64_t kMaxDrawnPixels = int64_t{4} << 30;
/// Cels of all frames of an exported timeline.
inline constexpr size_t kMaxPlanCels = 4 << 20;
/// Pixels of all frames that `conform` draws.
inline constexpr uint64_t kMaxConformPixels = uint64_t{64} << 30;
/// Pixels of an image that `find` searches.
inline constexpr uint32_t kMaxQueryPixels = 8 << 20;
/// Pixels of the placements that `find` tries at smaller scales, plus kPlacementPixels for each, by
/// the bytes of the archive.
inline constexpr Budget kScaledPixels{4 << 20, 64, uint64_t{4} << 30};
inline constexpr uint64_t kPlacementPixels = 1 << 10;
/// Ticks of all timelines, plus the cels that each of these ticks shows, where all are listed,
/// compared, searched or exported.
inline constexpr uint64_t kMaxShownCels = 8 << 20;
/// Rows of a list.
inline constexpr uint64_t kMaxListedRows = 1 << 20;
/// Rows of a list that is printed as a table of text, which is aligned as a whole.
inline constexpr uint64_t kMaxTableRows = 256 << 10;
/// Pairs of a slot and a timeline that shows it, in a comparison.
inline constexpr uint64_t kMaxShownSlots = 2 << 20;

}  // namespace wardrobe
