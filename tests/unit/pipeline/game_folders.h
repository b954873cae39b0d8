#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/find_game.h"
#include "tests/unit/pipeline/container/container_files.h"
#include "tests/unit/pipeline/temporary_folder.h"
#include "tests/unit/pipeline/test_game.h"

// Folders with files of games, and what open_game() finds in them.

namespace wardrobe {

using Files = ContainerFiles;

inline const GameFiles& game_of(Version version) {
  static std::map<Version, GameFiles> games;
  const auto [found, is_new] = games.try_emplace(version);
  if (is_new) found->second = test_game(version).files;
  return found->second;
}
inline const std::vector<uint8_t>& index_of(Version version = Version::v5) {
  return game_of(version).index;
}
inline const std::vector<uint8_t>& disk_of(Version version = Version::v5) {
  return game_of(version).disks[0];
}

/// Returns files of these names: an index and resources.
inline Files files_of(const std::vector<std::string>& names, Version version = Version::v5) {
  Files files;
  for (const std::string& name : names) {
    files.emplace_back(name, files.empty() ? index_of(version) : disk_of(version));
  }
  return files;
}

/// Returns the files of a game of version 5, in folder `folder` of a container.
inline Files game_in(const std::string& folder, const std::string& name = "MONKEY") {
  return files_of({folder + name + ".000", folder + name + ".001"});
}

inline Files operator+(Files files, const Files& more) {
  files.insert(files.end(), more.begin(), more.end());
  return files;
}

inline std::vector<uint8_t> zeros(size_t size) { return std::vector<uint8_t>(size); }

/// "INDEX: RESOURCES; PROBLEMS; program NAME", or "! ERROR"; resources with their disks, and ~
/// after those whose blocks have the size first.
inline std::string said_of(const Result<GameInput>& input) {
  if (!input) return "! " + input.error().message;
  std::string text = (input->index ? input->index->name : "") + ":";
  for (const GameFile& file : input->resources) {
    text += (&file == &input->resources.front() ? " " : ", ") + file.name + "#" +
            std::to_string(file.disk) + (file.style == BlockStyle::size_first ? "~" : "");
  }
  for (const InputProblem& problem : input->problems) {
    text += "; " + describe(problem.name, problem.error);
  }
  return text + (input->program.empty() ? "" : "; program " + input->program);
}

/// What is said of several paths in a folder; "" is the folder. Texts have @ for its path, and ";
/// in
/// @/x" if the game is below it.
struct Said {
  std::vector<std::string> paths;
  std::string text;
};

inline void expect_said(const Files& files, const std::vector<Said>& expected) {
  const TemporaryFolder folder;
  for (const auto& [name, bytes] : files) {
    std::filesystem::create_directories((folder / name.c_str()).parent_path());
    folder.put(name.c_str(), bytes);
  }
  const std::string here = folder.path().string();
  for (const auto& [paths, text] : expected) {
    for (const std::string& path : paths) {
      const Result<GameInput> input =
          open_game(path.empty() ? folder.path() : folder / path.c_str());
      std::string said = said_of(input);
      if (input && input->folder != here) said += "; in " + input->folder;
      for (size_t at = 0; (at = said.find(here, at)) != said.npos;)
        said.replace(at, here.size(), "@");
      EXPECT_EQ(said, text) << path;
    }
  }
}

inline constexpr const char* kNoGame =
    ": not an index or resource file of a SCUMM game (at byte 0)";

}  // namespace wardrobe
