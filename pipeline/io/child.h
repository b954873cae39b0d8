#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"

namespace wardrobe {

/// Takes a piece of a child's standard output. Returns whether to go on reading.
using TakeOutput = std::function<bool(std::string_view piece)>;

/// Runs a program and reads its standard output to the end. Returns its exit status, or 128 plus
/// the number of the signal that ended it. `command` is the program, which is looked up as a shell
/// does, and its arguments. Its standard input is empty, and its messages go where ours go. An
/// error if it cannot be started.
Result<int> run_child(const std::vector<std::string>& command, const TakeOutput& take);

}  // namespace wardrobe
