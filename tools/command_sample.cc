#include <array>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/core.h>

#include "formats/scumm/block.h"
#include "formats/scumm/game.h"
#include "pipeline/io.h"
#include "pipeline/sample.h"
#include "tools/command.h"
#include "tools/print.h"

namespace wardrobe {
namespace {

struct SampleOptions {
  std::string folder;
  unsigned scale = 1;
  bool force = false;
};

Status write_sample(const std::filesystem::path& folder, const GameFiles& files, IfExists if_exists,
                    std::string& written) {
  std::error_code code;
  std::filesystem::create_directories(folder, code);
  if (code) return Error{Code::io, kNoOffset, folder.string() + ": " + code.message()};
  const auto write = [&](const char* name, Bytes bytes) {
    const std::filesystem::path path = folder / name;
    Status status = write_file(path, bytes, if_exists);
    if (!status) return Status(Error{Code::io, kNoOffset, describe(path.string(), status.error())});
    written += fmt::format("{}, {}\n", printable(path.string()), size_text(bytes.size()));
    return status;
  };
  if (Status index = write("SAMPLE.000", files.index); !index) return index;
  return write("SAMPLE.001", files.disks[0]);
}

int sample(const SampleOptions& options) {
  std::string written;
  for (const int version : {5, 6}) {
    const GameFiles files = write_game(sample_rooms(version, options.scale), version, kXorKey);
    const auto folder = std::filesystem::path(options.folder) / fmt::format("v{}", version);
    const Status status =
        write_sample(folder, files, options.force ? IfExists::replace : IfExists::fail, written);
    if (!status) {
      return trouble(status.error().message + (options.force ? "" : "; --force replaces files"));
    }
  }
  fmt::print("{}", written);
  return kFine;
}

}  // namespace

void add_sample_command(CLI::App& app, int& status) {
  auto options = std::make_shared<SampleOptions>();
  CLI::App* command =
      app.add_subcommand("sample", "Writes small free games to try all of this on: v5 and v6");
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
