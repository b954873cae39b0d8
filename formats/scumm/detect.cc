#include "formats/scumm/detect.h"

#include <algorithm>

namespace wardrobe {
namespace {

std::string maxs_text(const GameIndex& index) {
  return "MAXS has " + std::to_string(index.maxs_size) + " bytes";
}

/// Returns the version of a Humongous game and the evidence for it; version 0 if there is none. An
/// AKOS alone is no evidence, because versions 7 and 8 have those, too.
DetectedVersion find_humongous(const GameIndex& index, const VersionHints& hints) {
  if (index.plain_names) return {kHe80, "RNAM has plain names"};
  if (version_of_maxs(index.maxs_size) == kHe70) return {kHe70, maxs_text(index)};
  if (!index.room_offset.empty()) return {kHe70, "the index has a DLFL"};
  const bool sizes = !index.costumes.size.empty() || !index.rooms.size.empty();
  if (sizes) return {kHe70, "the index has directories with sizes"};
  if (hints.rmda) return {kHe70, "a room is an RMDA"};
  return {};
}

DetectedVersion detect_by_rooms(const VersionHints& hints) {
  for (const int version : {kScumm7, kScumm8}) {
    if (hints.rmhd_size == rmhd_size(version)) {
      return {version, "RMHD has " + std::to_string(hints.rmhd_size) + " bytes"};
    }
  }
  if (hints.akos) return {kHe61, "an AKOS, and no room of version 7 or 8"};
  if (hints.pals) return {kScumm6, "a room has PALS"};
  if (hints.signature) return {kScumm6, "a COST has the signature CO"};
  if (hints.clut) return {kScumm5, "a room has CLUT"};
  return {kScumm5, "no COST has the signature CO"};
}

/// The version of a game whose blocks have no names, from its index or its files.
DetectedVersion detect_nameless(const GameIndex& index) {
  switch (index.version) {
    case kScumm1:
      return {kScumm1, "the index starts with 31 0A"};
    case kScumm2:
      return {kScumm2, "the index starts with 00 01 and has a byte for each object"};
    default:
      return {kScumm3Old, "the index starts with 00 01 and has 4 bytes for each object"};
  }
}

DetectedVersion with_option(const char* option, const DetectedVersion& found) {
  return {found.version, std::string(option) + ", " + found.evidence};
}

}  // namespace

DetectedVersion detect_version(int requested, const GameIndex& index, const VersionHints& hints) {
  if (requested != 0 && !is_humongous(requested)) {
    const bool old_form = requested == version_number(index.version);
    const bool amiga = requested == kScumm5Rows;
    return {old_form ? index.version : requested,
            "--game " + (amiga ? "amiga" : std::to_string(requested))};
  }
  DetectedVersion humongous = find_humongous(index, hints);
  if (is_humongous(requested)) {
    if (humongous.version != 0) return with_option("--game he", humongous);
    if (hints.akos) return with_option("--game he", {kHe61, "an AKOS"});
    return {kHe60, "--game he"};
  }
  if (hints.style == BlockStyle::nameless) return detect_nameless(index);
  if (hints.style == BlockStyle::size_first) {
    if (hints.room_files) return {kScumm3, "block headers of 6 bytes, a file for each room"};
    return {kScumm4, "block headers of 6 bytes"};
  }
  const int by_maxs = version_of_maxs(index.maxs_size).value_or(0);
  const bool plain = by_maxs == kScumm5 || by_maxs == kScumm7 || by_maxs == kScumm8;
  if (plain) return {by_maxs, maxs_text(index)};
  if (humongous.version != 0) return humongous;
  if (by_maxs == 0) return detect_by_rooms(hints);
  if (hints.akos) return {kHe61, "an AKOS in a game of version 6"};
  return {kScumm6, maxs_text(index)};
}

}  // namespace wardrobe
