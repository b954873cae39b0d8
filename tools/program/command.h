#pragma once

#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

#include "pipeline/io/files.h"

/// Options that are paths come as UTF-8.
template <>
inline bool CLI::detail::lexical_cast<std::filesystem::path>(const std::string& input,
                                                             std::filesystem::path& output) {
  output = wardrobe::path_from(input);
  return true;
}

namespace wardrobe {

/// The program's exit statuses (README.md "Exit status").
inline constexpr int kFine = 0;
inline constexpr int kNo = 1;       ///< finished, and the answer is no
inline constexpr int kTrouble = 2;  ///< not finished

/// What the value of an option names, as --help says and the shells' completion asks for.
inline constexpr const char* kFile = "FILE";
inline constexpr const char* kFolder = "FOLDER";
inline constexpr const char* kPath = "PATH";  ///< a file or a folder

/// Makes `app` the program's: all subcommands, with what --help says of them. The exit status of
/// the one that is called is left in `status`.
void add_commands(CLI::App& app, int& status);

/// What --version tells: the program, what compiled it and which kernels run here, and the versions
/// of its libraries; a line each.
std::string version_text();

/// Each adds its subcommand to `app`; when that is called it runs and leaves its exit status in
/// `status`. One file a subcommand: command_<name>.cc.
void add_pack_command(CLI::App& app, int& status);
void add_info_command(CLI::App& app, int& status);
void add_list_command(CLI::App& app, int& status);
void add_verify_command(CLI::App& app, int& status);
void add_replay_command(CLI::App& app, int& status);
void add_export_command(CLI::App& app, int& status);
void add_diff_command(CLI::App& app, int& status);
void add_apply_command(CLI::App& app, int& status);
void add_sample_command(CLI::App& app, int& status);

}  // namespace wardrobe
