#include "pipeline/io/child.h"

namespace wardrobe {

Result<int> run_child(const std::vector<std::string>& /*command*/, const TakeOutput& /*take*/) {
  return Error{ErrorCode::io, kNoOffset, "cannot run: programs in WebAssembly start no others"};
}

}  // namespace wardrobe
