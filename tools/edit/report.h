#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "pipeline/game_input.h"
#include "tools/edit/apply.h"

namespace wardrobe {

/// What an edit does, as rows with a "kind": picture, costume, file, note, warning.
std::vector<nlohmann::ordered_json> report_rows(const GameInput& input, const EditPlan& plan);

/// The same for people: lines.
std::vector<std::string> report_lines(const GameInput& input, const EditPlan& plan);

/// What the user must know about ScummVM; nothing if the index stays as it is.
std::vector<std::string> report_warnings(const GameInput& input, const EditPlan& plan);

}  // namespace wardrobe
