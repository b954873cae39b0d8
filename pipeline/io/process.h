#pragma once

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

/// Whether the stream is a terminal.
bool output_is_terminal();
bool errors_are_terminal();

}  // namespace wardrobe
