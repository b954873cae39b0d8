#include <array>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/core.h>

#include "formats/scumm/block.h"
#include "formats/scumm/version.h"
#include "formats/scumm/write_game.h"
#include "pipeline/io/files.h"
#include "tools/program/command.h"
#include "tools/program/print.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

struct SampleOptions {
  std::string folder;
  unsigned scale = 1;
  bool force = false;
};

/// A form of the game: its folder and what its files are called.
struct Form {
  int version;
  const char* folder;
  const char* index;
  const char* resources;
  uint8_t xor_key;
};

constexpr std::array kForms = {Form{kScumm5, "v5", "SAMPLE.000", "SAMPLE.001", kXorKey},
                               Form{kScumm6, "v6", "SAMPLE.000", "SAMPLE.001", kXorKey},
                               Form{kScumm7, "v7", "SAMPLE.LA0", "SAMPLE.LA1", 0},
                               Form{kScumm8, "v8", "SAMPLE.LA0", "SAMPLE.LA1", 0},
                               Form{kHe70, "he", "SAMPLE.HE0", "SAMPLE.HE1", kXorKey}};

Status write_sample(const Form& form, const SampleOptions& options, std::string& written) {
  const auto folder = std::filesystem::path(options.folder) / form.folder;
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Error{ErrorCode::io, kNoOffset, folder.string() + ": " + code.message()};
  const auto write = [&](const char* name, Bytes bytes) {
    const std::filesystem::path path = folder / name;
    Status status = write_file(path, bytes, options.force ? IfExists::replace : IfExists::fail);
    if (!status)
      return Status(Error{ErrorCode::io, kNoOffset, describe(path.string(), status.error())});
    written += fmt::format("{}, {}\n", printable(path.string()), size_text(bytes.size()));
    return status;
  };
  const GameFiles files =
      write_game(sample_rooms(form.version, options.scale), form.version, form.xor_key);
  if (Status index = write(form.index, files.index); !index) return index;
  return write(form.resources, files.disks[0]);
}

int sample(const SampleOptions& options) {
  std::string written;
  for (const Form& form : kForms) {
    const Status status = write_sample(form, options, written);
    if (!status) {
      return fail(status.error().message + (options.force ? "" : "; --force replaces files"));
    }
  }
  fmt::print("{}", written);
  return kFine;
}

}  // namespace

void add_sample_command(CLI::App& app, int& status) {
  auto options = std::make_shared<SampleOptions>();
  CLI::App* command = app.add_subcommand(
      "sample", "Writes small free games to try all of this on: v5, v6, v7, v8, he");
  command->add_option("-o,--output", options->folder, "The folder to write to")->required();
  command
      ->add_option("--scale", options->scale,
                   "N times as many costumes, the others made up, for benchmarks")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command->add_flag("--force", options->force, "Replace files that are there");
  command->footer("Example:\n  wardrobe sample -o sample");
  command->callback([options, &status] { status = sample(*options); });
}

}  // namespace wardrobe
