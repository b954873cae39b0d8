#include "formats/archive/archive.h"

#include <algorithm>
#include <string>
#include <utility>

namespace wardrobe {
namespace {

Error damaged(std::string message) { return {ErrorCode::damaged, kNoOffset, std::move(message)}; }

RowRange one_row(uint32_t row) { return {row, row + 1}; }

/// All rows of a table.
RowRange all_of(const Counts& rows, std::string_view table) {
  return {0, static_cast<uint32_t>(rows.find(table)->second)};
}

}  // namespace

Result<Archive> Archive::open(std::unique_ptr<ByteSource> file) {
  Result<SeekTable> frames = read_seek_table(*file);
  if (!frames) return frames.error();
  std::vector<uint8_t> head(frames->inflated_size(0));
  if (Status first = ZstdInflater().inflate(*file, *frames, 0, head); !first) return first.error();
  Result<std::vector<ColumnEntry>> columns = read_directory(head, frames->image_size());
  if (!columns) return columns.error();
  const auto backgrounds = std::ranges::find(*columns, kBackgroundColumn, &ColumnEntry::name);
  const uint64_t tables_end =
      (backgrounds == columns->end() ? columns->back() : *backgrounds).offset;
  Status size = check_inflated_size(tables_end, frames->image_size(), file->size());
  if (!size) return size.error();
  auto state = std::make_unique<State>();
  state->file = std::move(file);
  state->columns = *std::move(columns);
  state->image = std::make_unique<InflatedImage>(*state->file, *std::move(frames), tables_end,
                                                 state->columns.back().offset);
  Archive archive(std::move(state));
  if (Status shown = archive.show_tables(); !shown) return shown.error();
  return archive;
}

Status Archive::show_tables() {
  const Result<const uint8_t*> memory = image().tables();
  if (!memory) return memory.error();
  std::string wrong;
  uint64_t longest = 1;
  for (const ColumnEntry& column : columns()) longest = std::max(longest, column.count);
  state_->zeros.resize(longest + 1);
  for_each_table(state_->tables, [&]<class Table>(Table& table) {
    uint64_t rows = 0;
    for_each_described(table, [&](const auto& described, auto& column, const auto* divider) {
      using AnyColumn = std::remove_cvref_t<decltype(column)>;
      using T = typename AnyColumn::value_type;
      const std::string name = full_name<Table>(described.name);
      const ColumnEntry* const entry = find(name);
      if (entry == nullptr && described.since == 0 && wrong.empty()) wrong = name + " is missing";
      if (entry == nullptr) return;
      if (entry->type != element_type<T>()) {
        if (wrong.empty()) wrong = name + " has a wrong type";
        return;
      }
      column = std::span(reinterpret_cast<const T*>(*memory + entry->offset),
                         static_cast<size_t>(entry->count));
      const bool one_more = kIsOffsets<AnyColumn> && entry->count > 0;
      if (divider == nullptr) rows = entry->count - (one_more ? 1 : 0);
    });
    for_each_described(table, [&](const auto& described, auto& column, const auto* divider) {
      const bool newer = find(full_name<Table>(described.name)) == nullptr;
      if (!newer || !wrong.empty()) return;
      const size_t elements = rows + (kIsOffsets<std::remove_cvref_t<decltype(column)>> ? 1 : 0);
      using T = typename std::remove_cvref_t<decltype(column)>::value_type;
      column = std::span(reinterpret_cast<const T*>(state_->zeros.data()),
                         divider == nullptr ? elements : 0);
    });
  });
  if (!wrong.empty()) return damaged("column " + wrong);
  Result<Counts> rows = count_rows(state_->tables);
  if (!rows) return rows.error();
  const ColumnEntry* const backgrounds = find(kBackgroundColumn);
  (*rows)[std::string(kBackgroundColumn)] = backgrounds == nullptr ? 0 : backgrounds->count;
  (*rows)[std::string(kPixelColumn)] = columns().back().count;
  state_->rows = *std::move(rows);
  state_->programs.reset(new std::atomic<bool>[state_->rows["costumes"]]());
  state_->timelines.reset(new std::atomic<bool>[state_->rows["timelines"]]());
  state_->pictures.reset(new std::atomic<Pixels>[state_->rows["pictures"]]());
  return ok();
}

const ColumnEntry* Archive::find(std::string_view name) const {
  const auto found = std::ranges::find(columns(), name, &ColumnEntry::name);
  return found != columns().end() ? &*found : nullptr;
}

template <class T>
Status Archive::inflate(const ColumnView<T>& column, size_t first, size_t count) const {
  const auto offset = image().offset_of(column.data() + first);
  if (!offset) return ok();
  const Result<Bytes> bytes = image().bytes(*offset, count * sizeof(T));
  return bytes ? ok() : bytes.error();
}

template <class Table>
Status Archive::load(const Table& table, RowRange rows) const {
  Status status = ok();
  for_each_described(table, [&](const auto&, const auto& column, const auto* divider) {
    if (divider != nullptr || !status) return;
    const bool is_offsets = kIsOffsets<std::remove_cvref_t<decltype(column)>>;
    status = inflate(column, rows.front(), rows.size() + (is_offsets ? 1 : 0));
  });
  if (!status) return status;
  Validation validation(tables(), this->rows());
  validation.check_offsets(table, rows);
  if (!validation.status()) return validation.status();
  for_each_described(table, [&](const auto&, const auto& column, const auto* divider) {
    if (divider == nullptr || !status) return;
    const RowRange owned = rows_of(*divider, rows);
    status = inflate(column, owned.front(), owned.size());
  });
  if (!status) return status;
  validation.check_values(table, rows);
  return validation.status();
}

Status Archive::load_all() const {
  if (state_->all) return ok();
  const Result<Bytes> inflated = image().bytes(0, image().tables_end());
  if (!inflated) return inflated.error();
  if (Status valid = validate(tables(), rows()); !valid) return valid;
  for (uint64_t row = 0; row < rows().find("costumes")->second; ++row) {
    state_->programs[row] = true;
  }
  state_->index = state_->all = true;
  return ok();
}

Status Archive::load_index() const {
  if (state_->index) return ok();
  const TablesView& t = tables();
  if (rows().find("game")->second != 1) return contradiction("game: not one row");
  if (t.timelines.flags.size() != t.records.number.size()) {
    return contradiction("timelines: not one for each record");
  }
  Status status = ok();
  const auto load_table = [&]<class Table>(const Table& table) {
    if (status) status = load(table, all_of(rows(), table_name<Table>()));
  };
  load_table(t.game);
  load_table(t.sources);
  load_table(t.rooms);
  load_table(t.palettes);
  load_table(t.costumes);
  load_table(t.failures);
  if (!status) return status;
  Validation validation(t, rows());
  validation.check_rooms(all_of(rows(), "rooms"));
  validation.check_costumes(all_of(rows(), "costumes"));
  state_->index = static_cast<bool>(validation.status());
  return validation.status();
}

Status Archive::load_tables(const std::vector<std::string_view>& names) const {
  if (state_->all) return ok();
  Status status = load_index();
  const auto named = [&](std::string_view name) { return std::ranges::count(names, name) != 0; };
  for_each_table(tables(), [&]<class Table>(const Table& table) {
    constexpr std::string_view kName = table_name<Table>();
    if (status && named(kName)) status = load(table, all_of(rows(), kName));
  });
  if (!status) return status;
  Validation validation(tables(), rows());
  if (named("planes")) validation.check_planes(all_of(rows(), "rooms"));
  if (named("entries")) validation.check_entries(all_of(rows(), "entries"));
  if (named("windows")) validation.check_records(all_of(rows(), "costumes"));
  if (named("pictures")) validation.check_pictures(all_of(rows(), "pictures"));
  if (named("timelines")) validation.check_timelines(all_of(rows(), "timelines"));
  if (named("events")) validation.check_events(all_of(rows(), "timelines"));
  return validation.status();
}

Status Archive::load_program(uint32_t costume) const {
  if (state_->programs[costume]) return ok();
  if (Status index = load_index(); !index) return index;
  const TablesView& t = tables();
  const RowRange limbs = rows_of(t.costumes.table_offset, costume);
  if (Status loaded = load(t.limb_tables, limbs); !loaded) return loaded;
  const RowRange entries = rows_of(t.limb_tables.entry_offset, limbs);
  if (Status loaded = load(t.entries, entries); !loaded) return loaded;
  const RowRange records = rows_of(t.costumes.record_offset, costume);
  if (Status loaded = load(t.records, records); !loaded) return loaded;
  const RowRange windows = rows_of(t.records.window_offset, records);
  if (Status loaded = load(t.windows, windows); !loaded) return loaded;
  Validation validation(t, rows());
  validation.check_entries(entries);
  validation.check_records(one_row(costume));
  if (!validation.status()) return validation.status();
  for (const uint32_t entry : entries) {
    const uint32_t picture = t.entries.picture[entry];
    if (picture == kNone) continue;
    if (Status loaded = load_picture(picture); !loaded) return loaded;
  }
  state_->programs[costume] = true;
  return ok();
}

Status Archive::load_timeline(uint32_t timeline) const {
  if (state_->all || state_->timelines[timeline]) return ok();
  if (Status index = load_index(); !index) return index;
  const TablesView& t = tables();
  if (Status loaded = load(t.timelines, one_row(timeline)); !loaded) return loaded;
  const auto ticks = elements_at(t.timelines.tick_offset, t.timelines.tick, timeline);
  const auto [first, last] = std::ranges::minmax(ticks);  // A rule requires at least one tick.
  const RowRange frames(first, last + 1);
  if (Status loaded = load(t.frames, frames); !loaded) return loaded;
  if (Status loaded = load(t.cels, rows_of(t.frames.cel_offset, frames)); !loaded) return loaded;
  Validation validation(t, rows());
  validation.check_timelines(one_row(timeline));
  state_->timelines[timeline] = static_cast<bool>(validation.status());
  return validation.status();
}

Status Archive::load_events(uint32_t timeline) const {
  if (state_->all) return ok();
  if (Status loaded = load_timeline(timeline); !loaded) return loaded;
  const TablesView& t = tables();
  const RowRange events = rows_of(t.timelines.event_offset, timeline);
  if (Status loaded = load(t.events, events); !loaded) return loaded;
  Validation validation(t, rows());
  validation.check_events(one_row(timeline));
  return validation.status();
}

Status Archive::load_room(uint32_t room) const {
  if (state_->all) return ok();
  if (Status index = load_index(); !index) return index;
  const TablesView& t = tables();
  const RoomsView& r = t.rooms;
  if (Status loaded = load(t.planes, rows_of(r.plane_offset, room)); !loaded) return loaded;
  if (Status loaded = load(t.boxes, rows_of(r.box_offset, room)); !loaded) return loaded;
  if (Status loaded = load(t.scales, rows_of(r.scale_offset, room)); !loaded) return loaded;
  Validation validation(t, rows());
  validation.check_planes(one_row(room));
  return validation.status();
}

Status Archive::load_new_picture(uint32_t picture) const {
  if (!state_->all) {
    if (Status loaded = load(tables().pictures, one_row(picture)); !loaded) return loaded;
    Validation validation(tables(), rows());
    validation.check_pictures(one_row(picture));
    if (!validation.status()) return validation.status();
  }
  auto unknown = Pixels::unknown;
  state_->pictures[picture].compare_exchange_strong(unknown, Pixels::loaded);
  return ok();
}

Result<Bytes> Archive::read_new_picture(uint32_t picture) const {
  if (Status loaded = load_picture(picture); !loaded) return loaded.error();
  const auto& offset = tables().pictures.pixel_offset;
  Result<Bytes> pixels = image().bytes(columns().back().offset + offset[picture],
                                       offset[picture + 1] - offset[picture]);
  if (pixels) state_->pictures[picture] = Pixels::inflated;
  return pixels;
}

Result<Bytes> Archive::read_background(uint32_t room) const {
  if (Status index = load_index(); !index) return index.error();
  const auto& offset = tables().rooms.background_offset;
  const uint64_t size = offset[room + 1] - offset[room];
  if (size == 0) return Bytes();
  return image().bytes(find(kBackgroundColumn)->offset + offset[room], size);
}

}  // namespace wardrobe
