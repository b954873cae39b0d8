#pragma once

namespace wardrobe {

/// Makes the process safe to write files from; called once, first thing in main, before any thread:
/// - standard streams that the caller closed are occupied, so that no file that is opened later
/// gets their numbers, and messages with them; writing to a closed stdout stays an error; - a file
/// that may not grow (ulimit -f) is an error of the write, not a signal; - SIGINT, SIGTERM and
/// SIGHUP, unless the caller ignores them, end the process as usual, after removing unfinished
/// folders (UnfinishedFolder).
void prepare_process();

}  // namespace wardrobe
