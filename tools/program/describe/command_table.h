#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace wardrobe {

/// An option or a positional argument of a command, as its --help shows it.
struct Argument {
  std::vector<std::string> names;  ///< "-o", "--output"; for a positional argument "ARCHIVE"
  bool positional = false;
  bool required = false;
  std::string kind;  ///< of the value: FILE, FOLDER, PATH, 1-22, follow|keep, …; empty: no value
  std::vector<std::string> choices;   ///< all possible values, or empty
  std::vector<std::string> needs;     ///< names of options
  std::vector<std::string> excludes;  ///< names of options
  std::string about;
};

/// A command, or the program itself.
struct Command {
  std::string name;  ///< "pack"; empty for the program
  std::string about;
  std::string footer;
  std::vector<Argument> arguments;  ///< in the order of --help: positional ones first
};

/// Returns the program, and then its commands.
std::vector<Command> command_table(const CLI::App& app);

/// Each of these functions returns the text of a file that describes the commands. `version` is the
/// project's version, and `date` is the date of its release.
std::string man_page(const std::vector<Command>& table, const Command& command,
                     const std::string& version, const std::string& date);
std::string bash_completion(const std::vector<Command>& table);
std::string zsh_completion(const std::vector<Command>& table);
std::string fish_completion(const std::vector<Command>& table);

}  // namespace wardrobe
