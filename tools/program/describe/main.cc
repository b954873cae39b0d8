#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tools/program/command.h"
#include "tools/program/describe/command_table.h"

// describe VERSION DATE FOLDER: writes the man pages and the shells' completions of the program.

namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw fs::filesystem_error("cannot write", path, std::error_code());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 4) throw std::invalid_argument("usage: describe VERSION DATE FOLDER");
  CLI::App app;
  int status = 0;
  wardrobe::add_commands(app, status);
  const std::vector<wardrobe::Command> table = wardrobe::command_table(app);
  const fs::path folder = argv[3];
  fs::create_directories(folder);
  for (const wardrobe::Command& command : table) {
    write(folder / (command.name.empty() ? "wardrobe.1" : "wardrobe-" + command.name + ".1"),
          man_page(table, command, argv[1], argv[2]));
  }
  write(folder / "wardrobe.bash", bash_completion(table));
  write(folder / "_wardrobe", zsh_completion(table));
  write(folder / "wardrobe.fish", fish_completion(table));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "describe: %s\n", error.what());
  return 1;
}
