#pragma once

namespace wardrobe {

/// The `wardrobe` command, from main's arguments to its exit status.
int run_program(int argc, char** argv);

}  // namespace wardrobe
