#include "formats/scumm/detect.h"

#include <algorithm>

#include "formats/versions.h"

namespace wardrobe {
namespace {

std::string maxs_text(const GameIndex& index) {
  return "MAXS has " + std::to_string(index.maxs_size) + " bytes";
}

/// What only a Humongous game from HE 70 on has; empty if there is none of it.
std::string sign_of_he70(const GameIndex& index, const VersionHints& hints) {
  if (!index.room_offset.empty()) return "the index has a DLFL";
  const bool sizes = !index.costumes.size.empty() || !index.rooms.size.empty();
  if (sizes) return "the index has directories with sizes";
  return hints.rmda ? "a room is an RMDA" : "";
}

/// Returns the version of a Humongous game and the evidence for it, with the versions that look the
/// same. The evidence is empty if there is none. An AKOS alone is no evidence, because versions 7
/// and 8 have those, too.
DetectedVersion find_humongous(const GameIndex& index, const VersionHints& hints) {
  const std::string maxs = maxs_text(index);
  const std::optional<Version> least = version_of_maxs(index.maxs_size);
  if (least == Version::he99) return {Version::he99, maxs + ": HE 99 or 100"};
  if (least == Version::he90) {
    if (!index.disk.empty()) return {Version::he98, maxs + ", and there is a DISK: HE 98"};
    if (index.inib) return {Version::he98, maxs + ", and there is an INIB: HE 98"};
    return {Version::he90, maxs + ": HE 90 or 95"};
  }
  if (index.plain_names) return {Version::he80, "RNAM has plain names: HE 80 or 85"};
  if (least == Version::he72) return {Version::he72, maxs + ": HE 72 to 74"};
  const std::string sign = sign_of_he70(index, hints);
  if (sign.empty()) return {};
  if (hints.remp) return {Version::he70, sign + ", and a room has a REMP: HE 70"};
  if (least == Version::v6) return {Version::he71, sign + ": HE 70 or 71"};
  return {Version::he80, sign + ": HE 70 to 100"};
}

DetectedVersion detect_by_rooms(const VersionHints& hints) {
  for (const Version version : {Version::v7, Version::v8}) {
    if (hints.rmhd_size == facts(version).rmhd_size) {
      return {version, "RMHD has " + std::to_string(hints.rmhd_size) + " bytes"};
    }
  }
  if (hints.akos) return {Version::he61, "an AKOS, and no room of version 7 or 8: HE 61 or 62"};
  if (hints.pals) return {Version::v6, "a room has PALS"};
  if (hints.signature) return {Version::v6, "a COST has the signature CO"};
  if (hints.clut) return {Version::v5, "a room has CLUT"};
  return {Version::v5, "no COST has the signature CO"};
}

/// The evidence for the version of a game whose blocks have no names, from its index or its files.
const char* nameless_evidence(Version version) {
  if (version == Version::v1) return "the index starts with 31 0A";
  if (version == Version::v2) return "the index starts with 00 01 and has a byte for each object";
  return "the index starts with 00 01 and has 4 bytes for each object";
}

}  // namespace

DetectedVersion detect_version(std::optional<Version> requested, const GameIndex& index,
                               const VersionHints& hints) {
  if (requested && requested != Version::he60) {
    const VersionFacts& told = facts(*requested);
    const bool other_form = index.version && facts(*index.version).number() == told.number();
    return {other_form ? *index.version : *requested, "--game " + std::string(told.option)};
  }
  DetectedVersion humongous = find_humongous(index, hints);
  const bool is_one = !humongous.evidence.empty();
  if (requested) {
    if (is_one) return {humongous.version, "--game he, " + humongous.evidence};
    if (hints.akos) return {Version::he61, "--game he, an AKOS: HE 61 or 62"};
    return {Version::he60, "--game he"};
  }
  if (hints.style == BlockStyle::nameless) {
    const Version version = index.version.value_or(Version::v3_16);
    return {version, nameless_evidence(version)};
  }
  if (hints.style == BlockStyle::size_first) {
    if (hints.room_files) return {Version::v3, "block headers of 6 bytes, a file for each room"};
    return {Version::v4, "block headers of 6 bytes"};
  }
  const std::optional<Version> by_maxs = version_of_maxs(index.maxs_size);
  const bool shared = by_maxs == Version::v6 || (by_maxs && is_humongous(*by_maxs));
  if (by_maxs && !shared) return {*by_maxs, maxs_text(index)};
  if (is_one) return humongous;
  if (!by_maxs) return detect_by_rooms(hints);
  if (hints.akos) return {Version::he61, "an AKOS in a game of version 6: HE 61 or 62"};
  return {Version::v6, maxs_text(index)};
}

}  // namespace wardrobe
