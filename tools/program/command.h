#pragma once

#include <CLI/CLI.hpp>

namespace wardrobe {

/// The program's exit statuses (README.md "Use").
inline constexpr int kFine = 0;
inline constexpr int kNo = 1;       ///< finished, and the answer is no
inline constexpr int kTrouble = 2;  ///< not finished

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
