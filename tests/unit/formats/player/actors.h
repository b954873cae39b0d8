#pragma once

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "formats/costume.h"
#include "formats/player.h"
#include "formats/script.h"
#include "tests/unit/formats/akos/akos_builder.h"

namespace wardrobe {

/// The record of chore 2 facing South.
inline constexpr unsigned kSouthOf2 = 10;

/// Versions of Humongous games that have AKOS costumes.
inline const std::vector<Version> kHumongous = {
    Version::he61, Version::he70, Version::he71, Version::he72, Version::he80, Version::he85,
    Version::he90, Version::he95, Version::he98, Version::he99, Version::he100};

/// The number of cels in each table of an actor.
inline constexpr uint16_t kActorCels = 12;

/// Appends a table in which cel n is at (n, 10 n), is n + 1 wide and moves by (1, 2).
inline void append_cels(Tables& tables, uint8_t limb) {
  for (uint16_t cel = 0; cel < kActorCels; ++cel) {
    tables.entries.state.push_back(EntryState::picture);
    tables.entries.picture.push_back(cel);
    tables.entries.x.push_back(static_cast<int16_t>(cel));
    tables.entries.y.push_back(static_cast<int16_t>(10 * cel));
    tables.entries.xinc.push_back(1);
    tables.entries.yinc.push_back(2);
  }
  tables.limb_tables.limb.push_back(limb);
  tables.limb_tables.entry_offset.push_back(static_cast<uint32_t>(tables.entries.state.size()));
}

/// Returns the tables of one costume without records. The costume has a table of cels for each of
/// `limbs`.
inline Tables actor_tables(Kind kind, Version version, unsigned directions,
                           const std::vector<uint8_t>& limbs) {
  Tables tables;
  tables.game.version[0] = version;
  Costumes& costumes = tables.costumes;
  costumes.kind = {kind};
  costumes.codec = {kAkosRle};
  costumes.mirror_west = {1};
  costumes.directions = {static_cast<uint8_t>(directions)};
  costumes.record_offset = {0, 0};
  costumes.command_offset = {0, 0};
  costumes.jump_offset = costumes.condition_offset = costumes.sequence_offset = {0, 0};
  costumes.table_offset = {0, static_cast<uint32_t>(limbs.size())};
  for (const uint8_t limb : limbs) append_cels(tables, limb);
  for (uint16_t cel = 0; cel < kActorCels; ++cel) {
    tables.pictures.width.push_back(static_cast<uint16_t>(cel + 1));
  }
  return tables;
}

/// Starts a timeline.
inline void begin(Player& player, RecordKey key) {
  player.reset(key.facing);
  player.start(key.chore);
}

/// Returns the indices of the cels that `player` draws; "-" if there are none.
inline std::string drawn(Player& player) {
  std::vector<Cel> cels;
  player.draw(cels);
  std::string seen;
  for (const Cel& cel : cels) seen += std::to_string(cel.index);
  return seen.empty() ? "-" : seen;
}

/// Plays `ticks` ticks; returns the cels of each, followed by the events of its step.
inline std::string played(Player& player, size_t ticks) {
  std::string seen;
  for (size_t tick = 0; tick < ticks; ++tick) {
    if (tick > 0) seen += ' ';
    seen += drawn(player);
    std::vector<PlayerEvent> events;
    player.step(events);
    for (const PlayerEvent& event : events) {
      seen += ' ' + std::string(event_name(event.kind)) + ':' + std::to_string(event.value);
    }
  }
  return seen;
}

/// Returns how many ticks played() told.
inline size_t ticks_in(const std::string& told) {
  std::istringstream words(told);
  size_t count = 0;
  for (std::string word; words >> word;) count += word.find(':') == std::string::npos ? 1 : 0;
  return count;
}

/// Plays a script; returns the cels of each tick as drawn() does.
inline std::string shown(const TablesView& tables, Version version, const std::string& text) {
  const Result<Script> script = parse_script(text, version);
  EXPECT_TRUE(script) << script.error().message;
  const Trace trace = *play_script(tables, 0, *script);
  std::string seen;
  for (size_t tick = 0; tick < trace.ticks(); ++tick) {
    if (tick > 0) seen += ' ';
    for (const Cel& cel : trace.cels_at(tick)) seen += std::to_string(cel.index);
    if (trace.cels_at(tick).empty()) seen += '-';
  }
  return seen;
}

/// An AKOS costume with one table of cels.
class AkosActor {
 public:
  explicit AkosActor(Version version = Version::v7, unsigned directions = 4)
      : tables_(actor_tables(Kind::akos, version, directions, {kNoLimb})) {}

  Tables& tables() { return tables_; }

  /// Adds a record; numbers must rise.
  void record(unsigned number, const std::vector<AkosBuilder::Window>& windows) {
    builder_.record(number, windows);
    tables_.records = builder_.tables.records;
    tables_.windows = builder_.tables.windows;
    Costumes& costumes = tables_.costumes;
    costumes.command = builder_.tables.command;
    costumes.command_offset = {0, static_cast<uint32_t>(costumes.command.size())};
    costumes.record_offset = {0, static_cast<uint32_t>(tables_.records.number.size())};
    costumes.jump_offset = {0, static_cast<uint32_t>(costumes.jump.size())};
  }

  /// Gives windows that start at 0 these conditions.
  void conditions(const std::vector<uint32_t>& values) {
    Costumes& costumes = tables_.costumes;
    costumes.condition.clear();
    for (const uint32_t value : values) {
      for (int shift = 0; shift < 32; shift += 8) {
        costumes.condition.push_back(static_cast<uint8_t>(value >> shift));
      }
    }
    costumes.condition_offset = {0, static_cast<uint32_t>(costumes.condition.size())};
    tables_.sequences = {{0}, {0}, {0}, {0}};
    costumes.sequence_offset = {0, 1};
  }

  /// Plays the first `ticks` ticks of chore 2; returns them as played() does.
  std::string play(size_t ticks, Direction facing = Direction::south) {
    Player player(tables_, 0);
    begin(player, {2, facing});
    std::string seen = played(player, ticks);
    reads_ = player.reads();
    return seen;
  }
  const std::bitset<kReads>& reads() const { return reads_; }

 private:
  Tables tables_;
  AkosBuilder builder_;
  std::bitset<kReads> reads_;
};

/// A COST costume with tables for limbs 0 to 2.
class CostActor {
 public:
  explicit CostActor(Version version = Version::v6)
      : tables_(actor_tables(Kind::cost, version, 4, {0, 1, 2})) {}

  struct Window {
    uint8_t limb = 0;
    std::vector<uint8_t> commands;  ///< none: switches the limb off
    WindowMode mode = WindowMode::loop;
  };

  Tables& tables() { return tables_; }

  /// Adds a record. Record numbers must rise from call to call, and limbs within `windows`.
  void record(unsigned chore, Direction facing, const std::vector<Window>& windows) {
    Costumes& costumes = tables_.costumes;
    for (const auto& [limb, commands, mode] : windows) {
      const bool off = commands.empty();
      append_window(tables_.windows, limb, off ? WindowMode::off : mode,
                    off ? 0 : costumes.command.size(), commands.size());
      costumes.command.insert(costumes.command.end(), commands.begin(), commands.end());
    }
    append_record(tables_.records, record_number(chore, facing, 4), tables_.windows);
    costumes.command_offset = {0, static_cast<uint32_t>(costumes.command.size())};
    costumes.record_offset = {0, static_cast<uint32_t>(tables_.records.number.size())};
  }

 private:
  Tables tables_;
};

}  // namespace wardrobe
