#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

#include "pipeline/io/files.h"
#include "tools/program/options.h"

/// Reads a path from an option. The text is UTF-8.
template <>
inline bool CLI::detail::lexical_cast<std::filesystem::path>(const std::string& input,
                                                             std::filesystem::path& output) {
  output = wardrobe::path_from(input);
  return true;
}

namespace wardrobe {

/// The program's exit statuses (README.md "Exit status").
inline constexpr int kFine = 0;
inline constexpr int kNo = 1;       ///< differences, damage or a partial result
inline constexpr int kTrouble = 2;  ///< error

/// Adds the subcommand `only` to `app`, or all of them if there is none of that name, with their
/// help. The subcommand that runs leaves its exit status in `status`. Returns whether there is one
/// named `only`.
bool add_commands(CLI::App& app, int& status, std::string_view only = {});

/// The text of --version. Its lines name the program, its compiler and kernels, and the versions of
/// its libraries.
std::string version_text();

/// Each of these functions adds a subcommand to `app`. A subcommand that runs leaves its exit
/// status in `status`. Each function is in a file of its own: command_<name>.cc.
void add_pack_command(CLI::App& app, int& status);
void add_info_command(CLI::App& app, int& status);
void add_list_command(CLI::App& app, int& status);
void add_verify_command(CLI::App& app, int& status);
void add_replay_command(CLI::App& app, int& status);
void add_export_command(CLI::App& app, int& status);
void add_diff_command(CLI::App& app, int& status);
void add_apply_command(CLI::App& app, int& status);
void add_hd_command(CLI::App& app, int& status);
void add_conform_command(CLI::App& app, int& status);
void add_find_command(CLI::App& app, int& status);
void add_sample_command(CLI::App& app, int& status);

}  // namespace wardrobe
