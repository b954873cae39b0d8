#pragma once

#include <cstdint>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/cost/cost.h"
#include "formats/tables.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// Pictures that costumes name, to be decoded: rows in order of costume and place in its block.
struct Candidates {
  Offsets row_offset;       ///< row of Costumes → its candidates
  Column<uint64_t> header;  ///< of the picture, in the costume's file
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<uint64_t> data;      ///< of the compressed pixels, in Scanned::data
  Column<uint64_t> data_end;  ///< where the costume ends there
  Column<CostCandidates::Fault> fault;

  size_t count() const { return width.size(); }

  static constexpr auto kColumns =
      std::tuple(named("row_offset", &Candidates::row_offset), named("header", &Candidates::header),
                 named("width", &Candidates::width), named("height", &Candidates::height),
                 named("data", &Candidates::data), named("data_end", &Candidates::data_end),
                 named("fault", &Candidates::fault));
};

/// All costumes as flat tables, but for the pictures. Entries have their placements; their state
/// and picture are for decode to fill.
struct Parsed {
  Costumes costumes;
  LimbTables limb_tables;
  Entries entries;
  Records records;
  Windows windows;
  Candidates candidates;
  Column<uint32_t> entry_candidate;  ///< row of Entries → row of Candidates, or none
  Failures failures;

  /// Forgets the costumes, not the memory.
  void clear();
};

/// What a thread needs to read costumes.
struct CostumeScratch {
  CostTables cost;
  AkosTables akos;
};

/// Buffers of parsing, to be used again.
struct ParseBuffers {
  std::vector<Parsed> parts;
  std::vector<CostumeScratch> workers;  ///< one for each thread
};

/// Second stage: reads every costume block, in parallel. A block that is no costume becomes a row
/// in `failures` and none in `costumes`. `out` may hold an earlier game, whose memory is used
/// again.
void parse(const Scanned& scanned, ParseBuffers& buffers, Parsed& out);

}  // namespace wardrobe
