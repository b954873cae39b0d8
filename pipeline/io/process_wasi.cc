#include <cstdlib>
#include <unistd.h>

#include "pipeline/io/process.h"

namespace wardrobe {

/// WASI has neither signals nor a current folder. node/command.js, which runs the program, handles
/// signals and the standard streams, and passes the current folder in the environment.
void prepare_process() {
  if (const char* folder = std::getenv("PWD")) static_cast<void>(::chdir(folder));
}

Result<int> run_child(const std::vector<std::string>& /*command*/, const TakeOutput& /*take*/) {
  return Error{ErrorCode::io, kNoOffset, "cannot run: programs in WebAssembly start no others"};
}

}  // namespace wardrobe
