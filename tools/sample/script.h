#pragma once

#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "formats/version.h"
#include "tools/sample/write_scripts.h"

namespace wardrobe::sample {

/// Reads the rest of a line that starts with this word. Returns false if that is no word of
/// scripts.
using ReadScriptLine = std::function<bool(const std::string& what, std::istream& line)>;

/// Returns what reads the scripts of a room line by line (README.md "Rooms") and appends them,
/// encoded for the version, to `scripts`, which must outlive it. What the version cannot say is
/// left out.
ReadScriptLine script_reader(Version version, std::vector<ScriptDraft>& scripts);

}  // namespace wardrobe::sample
