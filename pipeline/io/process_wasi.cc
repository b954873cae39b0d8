#include <cstdlib>
#include <unistd.h>

#include "pipeline/io/process.h"

namespace wardrobe {

/// WASI knows neither signals nor a current folder, which comes in the environment. What runs the
/// program sees to both, and to the standard streams: node/command.js.
void prepare_process() {
  if (const char* folder = std::getenv("PWD")) static_cast<void>(::chdir(folder));
}

}  // namespace wardrobe
