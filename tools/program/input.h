#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/find_game.h"
#include "tools/render/render.h"

namespace wardrobe {

/// Whether a path stands for the standard input or output.
inline bool is_stream(const std::filesystem::path& path) {
  return path == "-" || path == "/dev/stdin" || path == "/dev/stdout";
}

/// The error about a file, with the file's name in its message.
Error named(const std::filesystem::path& path, const Error& error);

/// Reads a whole file of at most `most` bytes, or the standard input. Errors name it.
Result<std::vector<uint8_t>> read_input(const std::filesystem::path& path,
                                        uint64_t most = kMaxWholeFile);

/// Opens a file, or reads the standard input. Errors do not name it.
Result<std::unique_ptr<ByteSource>> open_source(const std::filesystem::path& path);

/// An archive, and the files from which it was read.
struct Input {
  OpenArchive open;
  std::vector<std::filesystem::path> files;
};

/// Opens an archive. If `path` leads to a game, packs that in memory, with `backgrounds` if they
/// are wanted, and says so on stderr: what is unreadable, and, unless `quiet`, that it was packed.
/// Errors name the file.
Result<Input> open_input(const std::filesystem::path& path, bool quiet, bool backgrounds = false);

/// Opens a game for a command that takes no archive. Errors name the file.
Result<GameInput> open_only_game(const std::filesystem::path& path);

/// Opens the archive in these bytes.
Result<OpenArchive> open_bytes(std::vector<uint8_t> bytes);

/// "1 picture unreadable (costume 27)"; empty if nothing is damaged.
std::string damage_text(const FailuresView& failures);

}  // namespace wardrobe
