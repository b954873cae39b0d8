#include "formats/room.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "formats/limits.h"
#include "formats/scumm.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

// 16 × red, green, blue.
constexpr std::array<uint8_t, 48> kEgaColors = {
    0x00, 0x00, 0x00, 0x00, 0x00, 0xAA, 0x00, 0xAA, 0x00, 0x00, 0xAA, 0xAA, 0xAA, 0x00, 0x00, 0xAA,
    0x00, 0xAA, 0xAA, 0x55, 0x00, 0xAA, 0xAA, 0xAA, 0x55, 0x55, 0x55, 0x55, 0x55, 0xFF, 0x55, 0xFF,
    0x55, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0x55, 0xFF, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0xFF, 0xFF, 0xFF};

void add_checked(const Block& block, size_t base, RoomPalettes& palettes,
                 std::vector<Error>& problems) {
  if (block.payload.size() < kPaletteSize) {
    problems.push_back({ErrorCode::truncated, base + block.offset,
                        tag_name(block.tag) + " holds " + std::to_string(block.payload.size()) +
                            " bytes instead of 768"});
  }
  palettes.add(block.payload.first(std::min(block.payload.size(), kPaletteSize)));
}

void read_wrap(const Block& wrap, RoomPalettes& palettes, std::vector<Error>& problems) {
  const size_t base = wrap.payload_at();
  std::optional<Block> damage;
  const std::vector<Block> blocks = read_blocks(wrap.payload, 0, damage);
  if (damage) {
    problems.push_back({ErrorCode::damaged, base + damage->offset, "a block in WRAP does not fit"});
  }
  std::vector<Block> listed =
      listed_blocks(blocks, "APAL", 2 * wrap.payload.size()).value_or(std::vector<Block>());
  if (listed.empty()) {
    listed = all_blocks(blocks, "APAL");
    if (!listed.empty()) {
      problems.push_back({ErrorCode::damaged, wrap.offset,
                          "OFFS does not list the APAL blocks; they are read in file order"});
    }
  }
  for (const Block& palette : listed) add_checked(palette, base, palettes, problems);
}

Error problem_at(size_t offset, std::string message) {
  return {ErrorCode::damaged, offset, std::move(message)};
}

/// The contents of a WRAP from its OFFS on. Offsets count from the start of OFFS.
struct WrapPart {
  uint64_t begin;      ///< of OFFS, in the image's payload
  uint64_t table_end;  ///< from there
  uint64_t end;        ///< of WRAP

  size_t count() const { return static_cast<size_t>(table_end - kBlockHeaderSize) / 4; }
};

/// Where a nameless room has the offset of its picture; in version 1, that of its font.
constexpr size_t kPictureAt = 10;

CellMaps read_cell_maps(const NamelessRoom& room, bool of_zak) {
  constexpr size_t kColorsAt = 6;
  constexpr size_t kMapsAt = 12;
  constexpr size_t kMasksAt = 18;
  constexpr size_t kTooMany = 8;  // that the size of the masks says
  const std::array<uint8_t, 16> ega = ega_of_c64(of_zak);
  CellMaps cells;
  ByteReader colors = room.at(kColorsAt);
  for (uint8_t& color : cells.room_colors) color = ega[colors.u8() & 15];
  std::copy_n(ega.begin(), cells.cell_colors.size(), cells.cell_colors.begin());
  const auto part_at = [&](size_t at) { return room.from(room.at(at).u16()); };
  cells.glyphs = part_at(kPictureAt);
  for (size_t i = 0; i < cells.background.size(); ++i) {
    cells.background[i] = part_at(kMapsAt + 2 * i);
  }
  ByteReader masks(part_at(kMasksAt));
  cells.mask_bytes = masks.u16();
  cells.mask_bytes -= std::min(cells.mask_bytes, kTooMany);
  cells.masks = masks.take(masks.left());
  return cells;
}

/// Reads the image block of a room or of an object.
class ImageReader {
 public:
  /// `what` names the picture in messages.
  ImageReader(const char* what, Bytes payload, size_t strips, std::vector<Error>& problems,
              RoomImage& out)
      : what_(what),
        payload_(payload),
        walk_(payload),
        strips_(strips),
        problems_(problems),
        out_(out) {}

  void read_rmim() {
    const std::optional<Block> head = first("RMIH", 0, payload_.size());
    if (!head || head->payload.size() < 2) report(0, "RMIM has no number of z-planes");
    const std::optional<Block> image = first("IM00", 0, payload_.size());
    if (!image) return report(0, "RMIM has no IM00");
    read_im(*image, plane_count(head ? ByteReader(head->payload).u16() : 0, 0));
  }

  /// Reads an IMnn of a room with this many planes.
  void read_im(const Block& image, size_t planes) {
    const std::optional<Block> strips = first("SMAP", image);
    const std::optional<Block> bitmap = first("BMAP", image);
    const std::optional<Block> bomp = first("BOMP", image);
    if (strips) {
      set_strips(table_of(*strips, 4, what_));
    } else if (bitmap) {
      set_data(PictureCoding::bitmap, bitmap->payload);
    } else if (bomp) {
      set_data(PictureCoding::bomp, bomp->payload);
    } else {
      report(image.payload_at(), tag_name(image.tag) + " has no SMAP");
    }
    for (size_t number = 1; number <= planes; ++number) {
      const std::optional<Block> plane = first("ZP0" + std::to_string(number), image);
      out_.planes.emplace_back();
      if (plane) out_.planes.back().strips = table_of(*plane, 2, plane_name(number));
    }
    const std::optional<Block> touched = first("TMSK", image);
    if (touched) out_.touched = table_of(*touched, 2, "TMSK");
  }

  /// Reads picture `number`, from 0, of an IMAG.
  void read_imag(size_t number) {
    const std::optional<WrapPart> wrap = find_wrap(0, payload_.size());
    const std::optional<Block> picture = wrap ? entry(*wrap, number) : std::nullopt;
    if (picture && picture->tag == tag("BOMP")) {
      return set_data(PictureCoding::bomp, picture->payload);
    }
    if (!picture || picture->tag != tag("SMAP")) return report(0, "IMAG has no SMAP");
    const std::optional<Block> strips = first("BSTR", *picture);
    const std::optional<WrapPart> offsets = strips ? find_wrap(*strips) : std::nullopt;
    if (offsets) {
      set_strips(table_of(*offsets, what_));
    } else {
      report(picture->payload_at(), "SMAP has no BSTR with offsets");
    }
    if (const std::optional<Block> planes = first("ZPLN", *picture)) read_zpln(*planes);
  }

  /// Reads a picture of version 3 or 4, from its size on, and its planes.
  void read_sized(const RoomRules& rules) {
    constexpr size_t kMostPlanes = 3;  // of version 4
    const size_t width = rules.has_16_colors ? 2 : 4;
    ByteReader reader(payload_);
    const size_t size = width == 2 ? reader.u16() : reader.u32();
    if (size <= width) return;  // no picture
    const Bytes picture = payload_.first(std::min(size, payload_.size()));
    set_strips(checked(StripTable::make(picture, width, picture.size(), width, strips_), 0, what_));
    if (!out_.strips) return;
    out_.opaque = true;
    if (rules.has_16_colors) {
      out_.coding = PictureCoding::strips_of_16;
    } else if (rules.version == Version::v3) {
      out_.coding = PictureCoding::strips_of_v3;
    }
    const bool is_sized = rules.version != Version::v3_16;  // the plane, with as many bytes
    out_.masks_may_lack = is_sized;
    const size_t sized = is_sized ? (rules.version == Version::v3 ? width : 2) : 0;
    const size_t most = rules.version == Version::v4 ? kMostPlanes : 1;
    for (size_t at = picture.size(); out_.planes.size() < most && at < payload_.size();) {
      const Bytes rest = payload_.subspan(at);
      ByteReader head(rest);
      const size_t stated = sized == 4 ? head.u32() : head.u16();
      if (is_sized && stated <= sized) break;
      const size_t end = is_sized ? std::min(stated, rest.size()) : rest.size();
      out_.planes.push_back({checked(StripTable::make(rest, sized, end, 2, strips_), at,
                                     plane_name(out_.planes.size() + 1))});
      at += end;
    }
  }

  /// Takes a picture of version 1 or 2, which has one plane.
  void take_whole(PictureCoding coding, Bytes data, CellMaps cells = {}) {
    set_data(coding, data);
    out_.opaque = true;
    out_.cells = cells;
    out_.planes.push_back({.strips = {}, .in_picture = true});
  }

 private:
  void set_data(PictureCoding coding, Bytes data) {
    out_.coding = coding;
    out_.data = data;
  }
  void set_strips(std::optional<StripTable> strips) {
    out_.strips = strips;
    if (strips) set_data(PictureCoding::strips, strips->block());
  }
  void report(size_t offset, std::string message) {
    problems_.push_back(problem_at(offset, std::move(message)));
  }

  /// Returns the first block of that name.
  std::optional<Block> first(std::string_view name, uint64_t begin, uint64_t end) const {
    std::optional<Block> damage;
    const std::vector<Block> blocks = read_blocks(payload_.first(end), begin, damage);
    const Block* const found = find_block(blocks, name);
    return found != nullptr ? std::optional(*found) : std::nullopt;
  }
  std::optional<Block> first(std::string_view name, const Block& parent) {
    return first(name, parent.payload_at(), parent.end);
  }

  std::optional<WrapPart> find_wrap(uint64_t begin, uint64_t end) {
    const std::optional<Block> wrap = first("WRAP", begin, end);
    const std::optional<Block> offs = wrap ? first("OFFS", *wrap) : std::nullopt;
    if (!offs) return std::nullopt;
    return WrapPart{offs->offset, offs->end - offs->offset, wrap->end};
  }
  std::optional<WrapPart> find_wrap(const Block& parent) {
    return find_wrap(parent.payload_at(), parent.end);
  }

  uint32_t offset_in(const WrapPart& wrap, size_t index) const {
    return ByteReader(payload_, wrap.begin + kBlockHeaderSize + 4 * index).u32();
  }

  /// The block that entry `index` of a WRAP leads to.
  std::optional<Block> entry(const WrapPart& wrap, size_t index) {
    if (index >= wrap.count()) return std::nullopt;
    const std::optional<Block> block = walk_.at(wrap.begin + offset_in(wrap, index), wrap.end);
    return block && block->stated_size >= kBlockHeaderSize ? block : std::nullopt;
  }

  static std::string plane_name(size_t number) { return "plane " + std::to_string(number); }

  size_t plane_count(size_t stated, size_t offset) {
    if (stated > kMaxPlanes) {
      report(offset, "the room claims " + std::to_string(stated) + " z-planes; it can have " +
                         std::to_string(kMaxPlanes));
    }
    return std::min(stated, kMaxPlanes);
  }

  void read_zpln(const Block& zpln) {
    const std::optional<WrapPart> wrap = find_wrap(zpln);
    if (!wrap) return report(zpln.payload_at(), "ZPLN has no offsets");
    const size_t planes = plane_count(wrap->count(), zpln.payload_at());
    for (size_t i = 0; i < planes; ++i) {
      out_.planes.emplace_back();
      if (offset_in(*wrap, i) == 0) continue;
      const std::optional<Block> plane = entry(*wrap, i);
      const std::optional<WrapPart> offsets = plane ? find_wrap(*plane) : std::nullopt;
      if (offsets) {
        out_.planes.back().strips = table_of(*offsets, plane_name(i + 1));
      } else {
        report(wrap->begin, plane_name(i + 1) + ": it has no offsets of strips");
      }
    }
  }

  std::optional<StripTable> table_of(const Block& block, size_t width, const std::string& what) {
    const size_t size = block.end - block.offset;
    const Bytes bytes = payload_.subspan(block.offset, size);
    return checked(StripTable::make(bytes, kBlockHeaderSize, size, width, strips_),
                   block.payload_at(), what);
  }
  std::optional<StripTable> table_of(const WrapPart& wrap, const std::string& what) {
    const Bytes bytes = payload_.subspan(wrap.begin, wrap.end - wrap.begin);
    return checked(StripTable::make(bytes, kBlockHeaderSize, wrap.table_end, 4, strips_),
                   wrap.begin, what);
  }

  std::optional<StripTable> checked(Result<StripTable> table, size_t offset,
                                    const std::string& what) {
    if (table) return *table;
    report(offset, what + ": " + table.error().message);
    return std::nullopt;
  }

  const char* what_;
  Bytes payload_;
  BlockWalk walk_;
  size_t strips_;
  std::vector<Error>& problems_;
  RoomImage& out_;
};

/// The directions of CDHD before version 8: west, east, south, north.
constexpr std::array<uint16_t, 4> kObjectDirections = {270, 90, 180, 0};

/// A sum modulo 2^32.
int32_t sum(int32_t a, int32_t b) {
  return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
}

/// What an IMHD says.
struct ImageHeader {
  std::optional<uint16_t> number;  ///< in version 8, by the name
  unsigned images = 0;
  int32_t x = 0;
  int32_t y = 0;
  uint32_t width = 0;
  uint32_t height = 0;
  std::optional<uint16_t> direction{};
  PlaneRule planes = PlaneRule::by_strip;
  std::vector<std::pair<int32_t, int32_t>> hotspots{};
};

/// Reads the objects of one room.
class ObjectReader {
 public:
  ObjectReader(const RoomRules& rules, size_t planes, const ObjectDirectory& directory,
               std::vector<Error>& problems)
      : rules_(rules),
        version_(rules.version),
        wide_(rules.version == Version::v8),
        planes_(planes),
        directory_(directory),
        problems_(problems) {}

  std::vector<RoomObject> read(std::span<const Block> blocks) {
    std::vector<RoomObject> objects;
    std::vector<uint32_t> position;  // of each OBCD: that of its object, from 1; 0: it has none
    for (const Block& block : blocks) {
      if (block.tag == tag("OBCD")) position.push_back(read_code(block, objects));
      if (block.tag == tag("OC")) position.push_back(read_old_code(block, objects));
    }
    set_parents(position, objects);
    for (const Block& block : blocks) {
      if (block.tag == tag("OBIM")) read_images(block, objects);
      if (block.tag == tag("OI")) read_old_image(block, objects);
    }
    for (RoomObject& object : objects) object.state = state_of(object.number);
    return objects;
  }

  std::vector<RoomObject> read_nameless(const Block& room, const RoomImage& background) {
    const NamelessRoom parts{room.payload, version_};
    const size_t count = parts.objects();
    const size_t table = nameless_tables(version_);
    const auto offset_at = [&](size_t at) { return parts.at(at).u16(); };
    std::vector<size_t> starts = {parts.exit_script(), parts.entry_script(), offset_at(kPictureAt),
                                  room.payload.size() + header_size(BlockStyle::nameless)};
    for (size_t i = 0; i < 2 * count; ++i) starts.push_back(offset_at(table + 2 * i));
    std::ranges::sort(starts);
    std::vector<RoomObject> objects;
    std::vector<uint32_t> position;
    for (size_t i = 0; i < count; ++i) {
      const size_t before = objects.size();
      const size_t code = offset_at(table + 2 * (count + i));
      const Bytes rest = parts.from(code);
      std::optional<Block> block = BlockWalk(rest, BlockStyle::nameless).at(0, rest.size());
      if (block) block->offset = room.offset + code;
      position.push_back(block && code >= table ? read_old_code(*block, objects) : 0);
      const size_t image = offset_at(table + 2 * i);
      const auto end = std::ranges::upper_bound(starts, image);
      if (objects.size() == before || image < table || end == starts.end()) continue;
      const Bytes data = parts.from(image);
      add_old_image(data.first(std::min(*end - image, data.size())), room.offset + image,
                    background.cells, objects.back());
    }
    set_parents(position, objects);
    for (RoomObject& object : objects) object.state = state_of(object.number);
    return objects;
  }

 private:
  void report(const Block& block, size_t offset, std::string message) {
    problems_.push_back(problem_at(block.payload_at() + offset, std::move(message)));
  }

  /// The first state of an object; 0 is no number.
  uint8_t state_of(uint16_t number) const { return number == 0 ? 0 : directory_.state_of(number); }

  /// Turns positions of OBCDs into those of objects; `position` has that of each, from 1.
  static void set_parents(std::span<const uint32_t> position, std::vector<RoomObject>& objects) {
    for (RoomObject& object : objects) {
      const bool known = object.parent > 0 && object.parent <= position.size();
      object.parent = known ? position[object.parent - 1] : 0;
    }
  }

  /// Adds an object, unless one with its number is there, which is then it. Returns its position in
  /// `objects`, from 1.
  uint32_t add(RoomObject object, std::vector<RoomObject>& objects) {
    const auto [known, is_new] = known_.try_emplace(object.number, objects.size());
    if (is_new) objects.push_back(std::move(object));
    return static_cast<uint32_t>(known->second + 1);
  }

  /// Adds the object of an OC, or of the code of an object of a nameless room, as read_code().
  uint32_t read_old_code(const Block& block, std::vector<RoomObject>& objects) {
    constexpr uint8_t kParentState = 0x80;
    constexpr uint8_t kHeight = 0xF8;
    ByteReader reader(block.payload);
    RoomObject object;
    object.number = reader.u16();
    reader.u8();
    object.x = 8 * reader.u8();
    const uint8_t y = reader.u8();
    object.y = 8 * (y & ~kParentState);
    object.parent_state = (y & kParentState) != 0 ? 1 : 0;
    object.width = 8u * reader.u8();
    object.parent = reader.u8();
    if (version_ == Version::v1 || version_ == Version::v2) {
      object.walk_x = 8 * reader.u8();
      object.walk_y = 8 * (reader.u8() & 31);
    } else {
      object.walk_x = reader.i16();
      object.walk_y = reader.i16();
    }
    const uint8_t height = reader.u8();
    object.height = height & kHeight;
    object.direction = kObjectDirections[height & 3];
    const size_t name = reader.u8();
    if (!reader.ok()) {
      report(block, 0, "the code of an object is cut short");
      return 0;
    }
    const Bytes rest = block.payload.subspan(
        std::min(name - std::min(name, header_size(block.style)), block.payload.size()));
    object.name.assign(rest.begin(), std::ranges::find(rest, uint8_t{0}));
    object.planes = PlaneRule::replace;
    return add(std::move(object), objects);
  }

  /// Adds the image of an OI to its object.
  void read_old_image(const Block& block, std::vector<RoomObject>& objects) {
    constexpr size_t kNumber = 2;
    const auto known = known_.find(ByteReader(block.payload).u16());
    if (known == known_.end() || block.payload.size() <= kNumber) return;
    RoomObject& object = objects[known->second];
    if (!object.images.empty()) return;  // a number that occurs twice
    add_old_image(block.payload.subspan(kNumber), block.payload_at() + kNumber, {}, object);
  }

  /// Adds the image of an object up to version 4; `at` is where its data stand in the file.
  void add_old_image(Bytes data, uint64_t at, const CellMaps& cells, RoomObject& object) {
    ObjectImage image;
    image.state = 1;
    image.at = at;
    image.x = object.x;
    image.y = object.y;
    image.width = object.width;
    image.height = object.height;
    std::vector<Error> problems;
    ImageReader reader("the picture", data, image.width / kStripColumns, problems, image.image);
    if (version_ == Version::v1) {
      reader.take_whole(PictureCoding::cells, data, cells);
    } else if (version_ == Version::v2) {
      reader.take_whole(PictureCoding::runs_of_16, data);
    } else {
      reader.read_sized(rules_);
    }
    // In a nameless room, it is then an object without an image.
    if (facts(version_).style != BlockStyle::nameless) {
      add_problems(problems, at, image_text(object.number, image.state));
    }
    if (image.image.empty() || image.width == 0 || image.height == 0) return;
    image.image.planes.resize(planes_);
    object.images.push_back(std::move(image));
  }

  void add_problems(std::vector<Error>& problems, uint64_t at, const std::string& what) {
    for (Error& problem : problems) {
      problem.offset += at;
      problem.message.insert(0, what);
      problems_.push_back(std::move(problem));
    }
  }

  /// Adds the object of an OBCD. Of several with one number, the first is it. Returns its position
  /// in `objects`, from 1; 0 if it cannot be read.
  uint32_t read_code(const Block& block, std::vector<RoomObject>& objects) {
    std::optional<Block> damage;
    const std::vector<Block> parts = read_blocks(block.payload, 0, damage);
    const Block* const head = find_block(parts, "CDHD");
    if (head == nullptr) {
      report(block, 0, "OBCD has no CDHD");
      return 0;
    }
    ByteReader reader(head->payload);
    RoomObject object;
    if (version_ == Version::v7 || wide_) {
      reader.u32();  // a version number
      object.number = reader.u16();
      object.parent = reader.u8();
      object.parent_state = reader.u8();
    } else {
      const bool units = version_ == Version::v5 || version_ == Version::v5_rows;
      const auto size = [&] { return units ? 8u * reader.u8() : reader.u16(); };
      const auto place = [&] { return units ? 8 * reader.u8() : reader.i16(); };
      object.number = reader.u16();
      object.x = place();
      object.y = place();
      object.width = size();
      object.height = size();
      const uint8_t flags = reader.u8();
      object.parent_state = (flags & 0x80) != 0 ? 1 : flags & 15;
      object.parent = reader.u8();
      object.walk_x = reader.i16();
      object.walk_y = reader.i16();
      object.direction = kObjectDirections[reader.u8() & 3];
    }
    if (!reader.ok()) {
      report(block, head->offset, "CDHD is cut short");
      return 0;
    }
    if (const Block* const name = find_block(parts, "OBNA")) {
      const auto end = std::ranges::find(name->payload, uint8_t{0});
      object.name.assign(name->payload.begin(), end);
    }
    return add(std::move(object), objects);
  }

  /// Adds the images of an OBIM to its object.
  void read_images(const Block& block, std::vector<RoomObject>& objects) {
    std::optional<Block> damage;
    const std::vector<Block> parts = read_blocks(block.payload, 0, damage);
    const Block* const head = find_block(parts, "IMHD");
    const std::optional<ImageHeader> header = head ? read_header(*head) : std::nullopt;
    if (!header) return report(block, 0, "OBIM has no whole IMHD");
    const auto at = header->number ? known_.find(*header->number) : known_.end();
    const bool alone = at == known_.end();
    if (alone) objects.emplace_back().number = header->number.value_or(0);
    RoomObject& object = alone ? objects.back() : objects[at->second];
    if (!object.images.empty()) return;  // a number that occurs twice
    if (alone && header->number) known_.emplace(*header->number, objects.size() - 1);
    if (alone || version_ == Version::v7 || wide_) {
      object.x = header->x;
      object.y = header->y;
      object.width = header->width;
      object.height = header->height;
    }
    if (header->direction) object.direction = *header->direction;
    object.planes = header->planes;
    if (version_ != Version::v5 && version_ != Version::v5_rows) {
      object.walk_x = object.x;
      object.walk_y = object.y;
      const size_t shown = std::max<size_t>(state_of(object.number), 1) - 1;
      if (!header->hotspots.empty()) {
        const auto& [x, y] = header->hotspots[std::min(shown, header->hotspots.size() - 1)];
        object.walk_x = sum(object.x, x);
        object.walk_y = sum(object.y, y);
      }
    }
    if (header->images > kMaxImages) {
      report(block, head->offset,
             "an object claims " + std::to_string(header->images) + " images; it can have " +
                 std::to_string(kMaxImages));
    }
    unsigned missing = 0;
    for (unsigned i = 0; i < std::min<unsigned>(header->images, kMaxImages); ++i) {
      if (!read_image(block, parts, *header, i, object)) ++missing;
    }
    if (missing > 0) {
      report(block, 0,
             std::to_string(missing) + " images of object " + std::to_string(object.number) +
                 " are missing");
    }
  }

  std::optional<ImageHeader> read_header(const Block& head) {
    constexpr size_t kNameSize = 40;
    constexpr uint32_t kReplaces = 16;
    ImageHeader out;
    ByteReader reader(head.payload);
    if (wide_) {
      const std::string_view name = as_text(reader.take(kNameSize));
      const auto number = directory_.number.find(name.substr(0, name.find('\0')));
      if (number != directory_.number.end()) out.number = number->second;
      reader.u32();  // a version number
      out.images = reader.u32();
      for (int32_t* value : {&out.x, &out.y}) *value = static_cast<int32_t>(reader.u32());
      for (uint32_t* value : {&out.width, &out.height}) *value = reader.u32();
      out.direction = static_cast<uint16_t>(reader.u32() % 360);
      out.planes = (reader.u32() & kReplaces) != 0 ? PlaneRule::replace : PlaneRule::add;
      if (!reader.ok()) return std::nullopt;
      add_hotspots(reader, reader.left() / 8, out);
      return out;
    }
    const bool v7 = version_ == Version::v7;
    if (v7) reader.u32();  // a version number
    out.number = reader.u16();
    out.images = reader.u16();
    if (!v7) {
      reader.u16();  // z-planes
      const uint8_t flags = reader.u8();
      reader.u8();
      if (is_humongous(version_)) {
        out.planes = (flags & 1) != 0 ? PlaneRule::add : PlaneRule::replace;
      }
    }
    out.x = reader.i16();
    out.y = reader.i16();
    out.width = reader.u16();
    out.height = reader.u16();
    if (v7) {
      reader.take(3);
      out.direction = kObjectDirections[reader.u8() & 3];
    }
    if (!reader.ok()) return std::nullopt;
    add_hotspots(reader, reader.u16(), out);
    return out;
  }

  void add_hotspots(ByteReader& reader, size_t count, ImageHeader& out) const {
    const auto number = [&] {
      return wide_ ? static_cast<int32_t>(reader.u32()) : int32_t{reader.i16()};
    };
    for (size_t i = 0; i < std::min(count, kMaxImages) && reader.left() > 0; ++i) {
      const int32_t x = number();
      out.hotspots.emplace_back(x, number());
    }
  }

  /// Adds image `index`, from 0. Returns false if there is none.
  bool read_image(const Block& block, std::span<const Block> parts, const ImageHeader& header,
                  unsigned index, RoomObject& object) {
    std::array<char, 5> name{'I', 'M', "0123456789ABCDEF"[(index + 1) / 16],
                             "0123456789ABCDEF"[(index + 1) % 16]};
    const Block* const part = find_block(parts, wide_ ? "IMAG" : name.data());
    if (part == nullptr) return false;
    ObjectImage image;
    image.state = static_cast<uint8_t>(index + 1);
    image.at = block.payload_at() + part->payload_at();
    image.x = header.x / 8 * 8 - (header.x % 8 < 0 ? 8 : 0);
    image.y = header.y;
    image.width = header.width / kStripColumns * kStripColumns;
    image.height = header.height & (version_ == Version::v7 || wide_ ? ~0u : ~7u);
    if (!header.hotspots.empty()) {
      const auto& spot = header.hotspots[std::min<size_t>(index, header.hotspots.size() - 1)];
      std::tie(image.hotspot_x, image.hotspot_y) = spot;
    }
    const std::string what = image_text(object.number, image.state);
    std::vector<Error> problems;
    ImageReader reader("the picture", wide_ ? part->payload : block.payload,
                       image.width / kStripColumns, problems, image.image);
    wide_ ? reader.read_imag(index) : reader.read_im(*part, planes_);
    add_problems(problems, wide_ ? image.at : block.payload_at(), what);
    if (image.image.coding == PictureCoding::bitmap) {
      image.x = header.x;
      image.width = header.width;
    }
    if (image.image.coding == PictureCoding::bomp) take_bomp_size(image);
    if (image.image.empty() || image.width == 0 || image.height == 0) return true;
    if (image.width > kMaxSide || image.height > kMaxSide) {
      problems_.push_back({ErrorCode::limit, image.at,
                           what + "larger than " + limit_text(kMaxSide) + " pixels a side"});
      return true;
    }
    object.images.push_back(std::move(image));
    return true;
  }

  /// Takes the size from the start of a BOMP, and leaves its rows.
  void take_bomp_size(ObjectImage& image) const {
    image.blast = true;
    ByteReader reader(image.image.data);
    const auto number = [&] { return wide_ ? reader.u32() : reader.u16(); };
    if (!wide_) reader.u16();
    image.width = number();
    image.height = number();
    if (!wide_) reader.u32();
    image.image.data = reader.take(reader.left());
    // It has no z-planes; those beside it would be as large as IMHD says.
    for (PlaneImage& plane : image.image.planes) plane = {};
    image.image.touched.reset();
  }

  RoomRules rules_;
  Version version_;
  bool wide_;  ///< numbers have 32 bits: version 8
  size_t planes_;
  const ObjectDirectory& directory_;
  std::vector<Error>& problems_;
  std::unordered_map<uint16_t, size_t> known_;  ///< by number: positions of objects
};

constexpr size_t kBoxSize = 20;
constexpr size_t kBoxSizeOfV8 = 52;
constexpr size_t kSlotSize = 8;
constexpr size_t kSlotSizeOfV8 = 16;
/// Slots of every SCAL; in version 8 there may be more.
constexpr size_t kSlots = 4;

/// Returns `value`, or `most` if that is less.
template <class T>
T at_most(uint32_t value, uint32_t most) {
  return static_cast<T>(std::min(value, most));
}

void read_box_of_v8(ByteReader& reader, Boxes& boxes) {
  for (const auto corner : kBoxCorners)
    (boxes.*corner).push_back(static_cast<int32_t>(reader.u32()));
  boxes.mask.push_back(at_most<uint8_t>(reader.u32(), 0xFF));
  boxes.flags.push_back(reader.u32());
  const uint32_t slot = reader.u32();
  const uint32_t scale = reader.u32();
  reader.take(4);
  const uint32_t by_slot = kScaleSlot | std::min(slot - 1, kScaleSlot - 1u);
  boxes.scale.push_back(slot != 0 ? static_cast<uint16_t>(by_slot)
                                  : at_most<uint16_t>(scale, kScaleSlot - 1u));
}

void read_box(ByteReader& reader, Boxes& boxes) {
  for (const auto corner : kBoxCorners) (boxes.*corner).push_back(reader.i16());
  boxes.mask.push_back(reader.u8());
  boxes.flags.push_back(reader.u8());
  boxes.scale.push_back(reader.u16());
}

}  // namespace

RoomOffsets read_room_offsets(std::string_view name, Bytes payload, std::vector<Error>& problems) {
  ByteReader reader(payload);
  const size_t count = reader.u8();
  RoomOffsets offsets;
  for (size_t i = 0; i < count; ++i) {
    const uint8_t room = reader.u8();
    const uint32_t offset = reader.u32();
    if (!reader.ok()) {
      problems.push_back(cut_short(std::string(name), count, "rooms", i));
      break;
    }
    offsets.room.push_back(room);
    offsets.offset.push_back(offset);
  }
  return offsets;
}

void RoomPalettes::add(Bytes colors) {
  rgb.insert(rgb.end(), colors.begin(), colors.end());
  rgb_offset.push_back(static_cast<uint32_t>(rgb.size()));
}

void read_clut(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems) {
  add_checked({.tag = tag("CLUT"), .payload = payload}, 0, palettes, problems);
}

void read_pa(Bytes payload, bool counts_colors, RoomPalettes& palettes,
             std::vector<Error>& problems) {
  ByteReader reader(payload);
  const size_t size = (counts_colors ? 3 : 1) * size_t{reader.u16()};
  const size_t fits = std::min(size, reader.left());
  if (!reader.ok() || fits < size) {
    problems.push_back(cut_short("PA", size, "bytes of colours", fits));
  }
  palettes.add(reader.take(std::min(fits, kPaletteSize)));
}

std::array<uint8_t, 16> ega_of_c64(bool of_zak) {
  if (of_zak) return {0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 13, 8, 7, 10, 9, 7};
  return {0, 15, 4, 3, 5, 2, 1, 14, 12, 6, 12, 8, 7, 10, 9, 8};
}

RoomPalettes ega_palette() {
  RoomPalettes palettes;
  palettes.add(kEgaColors);
  return palettes;
}

void read_pals(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems) {
  std::optional<Block> damage;
  for (const Block& block : read_blocks(payload, 0, damage)) {
    if (block.tag == tag("WRAP")) read_wrap(block, palettes, problems);
  }
  if (damage) {
    problems.push_back({ErrorCode::damaged, damage->offset, "a block in PALS does not fit"});
  }
}

RoomHeader read_room_header(Bytes payload, Version version, std::vector<Error>& problems) {
  constexpr size_t kTransparentOfV8 = 20;
  RoomHeader header;
  ByteReader reader(payload);
  // The version that the user asked for may differ from that of the file.
  const bool is_long = kBlockHeaderSize + payload.size() >= facts(version).rmhd_size;
  if (is_long && version == Version::v8) {
    reader.u32();  // a version number
    header.width = reader.u32();
    header.height = reader.u32();
    if (payload.size() > kTransparentOfV8) header.transparent = payload[kTransparentOfV8];
  } else if (version == Version::v1) {
    header.width = 8 * reader.u8();
    header.height = 8 * reader.u8();
  } else {
    if (is_long && version == Version::v7) reader.u32();
    header.width = reader.u16();
    header.height = reader.u16();
  }
  if (reader.ok()) return header;
  problems.push_back(problem_at(0, "the room's header is cut short"));
  return {};
}

Result<StripTable> StripTable::make(Bytes block, size_t table_at, size_t table_end, size_t width,
                                    size_t strips) {
  const size_t fit = table_end < table_at ? 0 : (table_end - table_at) / width;
  if (fit >= strips && table_end <= block.size()) {
    return StripTable(block, table_at, width, strips);
  }
  return problem_at(0, "there are " + std::to_string(fit) + " offsets of strips; the room has " +
                           std::to_string(strips) + " strips");
}

std::optional<Bytes> StripTable::strip(size_t index) const {
  ByteReader reader(block_, table_at_ + index * width_);
  const size_t offset = width_ == 2 ? reader.u16() : reader.u32();
  if (offset == 0) return Bytes();
  if (offset >= block_.size()) return std::nullopt;
  return block_.subspan(offset);
}

std::string image_text(uint16_t object, unsigned state) {
  return "image " + std::to_string(state) + " of object " + std::to_string(object) + ": ";
}

RoomImage read_room_image(Bytes payload, const RoomRules& rules, uint32_t width,
                          std::vector<Error>& problems) {
  const bool nameless = facts(rules.version).style == BlockStyle::nameless;
  const NamelessRoom parts{payload, rules.version};
  const Bytes picture = nameless ? parts.from(parts.at(kPictureAt).u16()) : payload;
  RoomImage image;
  ImageReader reader("the background", picture, width / kStripColumns, problems, image);
  if (rules.version == Version::v1) {
    const CellMaps cells = read_cell_maps(parts, rules.of_zak);
    if (!cells.background[0].empty()) reader.take_whole(PictureCoding::cells, {}, cells);
    image.cells = cells;
  } else if (rules.version == Version::v2) {
    if (!picture.empty()) reader.take_whole(PictureCoding::runs_of_16, picture);
  } else if (facts(rules.version).style != BlockStyle::tag_first) {
    reader.read_sized(rules);
  } else {
    rules.version == Version::v8 ? reader.read_imag(0) : reader.read_rmim();
  }
  if (image.coding != PictureCoding::bomp) return image;
  problems.push_back(problem_at(0, "the background is a BOMP, which is not read"));
  image.coding = PictureCoding::none;
  return image;
}

std::vector<RoomObject> read_objects(std::span<const Block> blocks, const RoomRules& rules,
                                     size_t planes, const ObjectDirectory& directory,
                                     std::vector<Error>& problems) {
  return ObjectReader(rules, planes, directory, problems).read(blocks);
}

std::vector<RoomObject> read_nameless_objects(const Block& room, const RoomRules& rules,
                                              const RoomImage& background,
                                              const ObjectDirectory& directory,
                                              std::vector<Error>& problems) {
  return ObjectReader(rules, 1, directory, problems).read_nameless(room, background);
}

void read_cycles(Bytes payload, Cycles& cycles, std::vector<Error>& problems) {
  constexpr unsigned kStepsOfRate = 16384;  // a rate of that many: a step each jiffy
  constexpr unsigned kBackwards = 2;
  struct Turn {
    uint8_t start = 0;
    uint8_t end = 0;  ///< 0: it does not run
    unsigned rate = 0;
    bool backwards = false;
  };
  std::array<Turn, kMaxCycles + 1> found{};
  ByteReader reader(payload);
  while (reader.left() > 0) {
    const uint8_t number = reader.u8();
    if (number == 0) break;
    const auto big_endian = [&] {
      const unsigned high = reader.u8();
      return high << 8 | reader.u8();
    };
    big_endian();
    const unsigned rate = big_endian();
    const unsigned flags = big_endian();
    const uint8_t start = reader.u8();
    const uint8_t end = reader.u8();
    if (!reader.ok() || number > kMaxCycles) {
      problems.push_back(problem_at(reader.position(),
                                    reader.ok()
                                        ? "a cycle of CYCL has the number " + std::to_string(number)
                                        : "CYCL is cut short"));
      break;
    }
    const bool runs = rate > 0 && rate <= kStepsOfRate && start < end;
    found[number] = runs ? Turn{start, end, rate, (flags & kBackwards) != 0} : Turn();
  }
  for (size_t number = 1; number < found.size(); ++number) {
    const Turn& cycle = found[number];
    if (cycle.end == 0) continue;
    cycles.number.push_back(static_cast<uint8_t>(number));
    cycles.start.push_back(cycle.start);
    cycles.end.push_back(cycle.end);
    cycles.delay.push_back(static_cast<uint16_t>(kStepsOfRate / cycle.rate));
    cycles.reverse.push_back(cycle.backwards ? 1 : 0);
  }
}

void read_old_cycles(Bytes payload, Cycles& cycles) {
  constexpr unsigned kOff = 0x0AAA;
  ByteReader reader(payload);
  for (uint8_t number = 1; number <= kMaxCycles && reader.left() > 0; ++number) {
    const uint8_t high = reader.u8();
    const unsigned delay = 256u * high + reader.u8();
    const uint8_t start = reader.u8();
    const uint8_t end = reader.u8();
    if (!reader.ok() || delay == 0 || delay == kOff || start == 0 || start >= end) continue;
    cycles.number.push_back(number);
    cycles.start.push_back(start);
    cycles.end.push_back(end);
    cycles.delay.push_back(1);
    cycles.reverse.push_back(0);
  }
}

void read_boxes(Bytes payload, Version version, Boxes& boxes, std::vector<Error>& problems) {
  const bool v8 = version == Version::v8;
  ByteReader reader(payload);
  const size_t count = v8 ? reader.u32() : reader.u16();
  const size_t held =
      std::min({count, reader.left() / (v8 ? kBoxSizeOfV8 : kBoxSize), size_t{kMaxRoomRows}});
  if (!reader.ok() || held < count) {
    problems.push_back(cut_short("BOXD", count, "boxes", held));
  }
  for (size_t i = 0; i < held; ++i) v8 ? read_box_of_v8(reader, boxes) : read_box(reader, boxes);
}

void read_scales(Bytes payload, Version version, Scales& scales, std::vector<Error>& problems) {
  const bool v8 = version == Version::v8;
  const size_t held =
      std::min(payload.size() / (v8 ? kSlotSizeOfV8 : kSlotSize), size_t{kMaxRoomRows});
  if (held < kSlots) {
    problems.push_back({ErrorCode::truncated, 0,
                        "SCAL should have " + std::to_string(kSlots) + " slots but holds " +
                            std::to_string(held)});
  }
  ByteReader reader(payload);
  const auto number = [&] { return v8 ? static_cast<int32_t>(reader.u32()) : reader.u16(); };
  for (size_t i = 0; i < (v8 ? held : std::min(held, kSlots)); ++i) {
    scales.scale1.push_back(number());
    scales.y1.push_back(number());
    scales.scale2.push_back(number());
    scales.y2.push_back(number());
  }
}

}  // namespace wardrobe
