#pragma once

#include <string>

#include "tools/library/wardrobe.h"

namespace wardrobe {

/// Passes an archive to every function of libwardrobe that reads archives, and frees it.
void use_library(wardrobe_archive* archive);

/// The same for an archive in a file. Returns 0 if it was opened, else 1.
int use_library_on(const std::string& path);

}  // namespace wardrobe
