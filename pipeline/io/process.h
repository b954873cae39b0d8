#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"

namespace wardrobe {

/// Makes the process safe to write files from, and its heap fast. Called once, first thing in main,
/// before any thread starts.
///
/// Standard streams that the caller closed are occupied, so that no file that is opened later gets
/// their numbers, and messages with them. Writing to a closed stdout stays an error. A file that
/// may not grow (ulimit -f) is an error of the write, not a signal. SIGINT, SIGTERM and SIGHUP,
/// unless the caller ignores them, end the process as usual, but only after unfinished folders
/// (UnfinishedFolder) are removed.
void prepare_process();

/// Takes a piece of a child's standard output. Returns whether to go on reading.
using TakeOutput = std::function<bool(std::string_view piece)>;

/// Runs a program and reads its standard output to the end. Returns its exit status, or 128 plus
/// the number of the signal that ended it. `command` is the program, which is looked up as a shell
/// does, and its arguments. Its standard input is empty, and its messages go where ours go. An
/// error if it cannot be started.
Result<int> run_child(const std::vector<std::string>& command, const TakeOutput& take);

/// Whether the stream is a terminal.
bool output_is_terminal();
bool errors_are_terminal();

}  // namespace wardrobe
