#pragma once

namespace wardrobe {

/// The `wardrobe` command: the process's whole work, from main's arguments to its exit status.
int run_program(int argc, char** argv);

}  // namespace wardrobe
