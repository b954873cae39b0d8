#include "tools/hd/hd_check.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/lock.h"
#include "formats/player.h"
#include "pipeline/io/files.h"
#include "pipeline/parallel.h"
#include "tools/apply/png_file.h"
#include "tools/hd/art_change.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// The scale at which one image is as large as another; 0: none.
uint32_t scale_between(const RgbaImage& before, const RgbaImage& after) {
  const uint32_t scale = after.width / before.width;
  const bool fits = scale >= 1 && scale <= kMaxPictureScale &&
                    after.width == scale * before.width && after.height == scale * before.height;
  return fits ? scale : 0;
}

/// Whether every square of pixels has the colour of the original's pixel.
bool is_same(const RgbaImage& before, const RgbaImage& after, uint32_t scale) {
  for (size_t y = 0; y < after.height; ++y) {
    for (size_t x = 0; x < after.width; ++x) {
      const uint8_t* const was = &before.rgba[4 * (y / scale * before.width + x / scale)];
      const uint8_t* const is = &after.rgba[4 * (y * after.width + x)];
      if (!std::equal(was, was + 4, is)) return false;
    }
  }
  return true;
}

/// What is wrong with a picture that has a scale: a kind of finding and its text.
std::pair<const char*, std::string> finding_of(const ArtChange& change, uint32_t scale) {
  constexpr double kMostFilled = 0.9;  // of what is around the figure
  constexpr double kMostChanged = 0.05;
  const auto is_more = [](size_t part, double share, size_t whole) {
    return static_cast<double>(part) > share * static_cast<double>(whole);
  };
  if (is_more(change.outside_filled, kMostFilled, change.outside)) {
    return {"opaque", "its background is opaque"};
  }
  if (change.right != 0 || change.down != 0) {
    return {"moved",
            fmt::format("its silhouette moved by {} pixels to the {} and {} {}, at {} times "
                        "the game's size",
                        std::abs(change.right), change.right < 0 ? "left" : "right",
                        std::abs(change.down), change.down < 0 ? "up" : "down", scale)};
  }
  if (change.holes_filled > 0) {
    return {"hole", fmt::format("{} of its {} holes filled", change.holes_filled, change.holes)};
  }
  if (is_more(change.changed, kMostChanged, change.drawn)) {
    return {"outline",
            fmt::format("{} of its {} pixels have another alpha", change.changed, change.drawn)};
  }
  return {"", ""};
}

/// Bounds what reading all PNGs takes: pixels for the time, and one large PNG at a time for the
/// memory.
class PixelLimit {
 public:
  explicit PixelLimit(const HdSet& set) {
    const PicturesView& rows = set.tables().pictures;
    uint64_t pixels = 0;
    for (const HdPicture& picture : set.pictures) {
      pixels += uint64_t{rows.width[picture.picture]} * rows.height[picture.picture];
    }
    most_ = kCheckedPixels.of(pixels);
  }

  uint64_t most() const { return most_; }
  bool is_exceeded() const { return taken_ > most_; }

  /// read_rgba(); an error once the PNGs have too many pixels. `large` lives as long as the image.
  Result<RgbaImage> read(Bytes file, std::optional<std::lock_guard<Mutex>>& large) {
    ASSIGN_OR_RETURN(const PngHeader header, read_png_header(file));
    const uint64_t pixels = uint64_t{header.width} * header.height;
    if (pixels <= kMaxFramePixels) taken_ += pixels;
    if (is_exceeded()) return Error{ErrorCode::limit, kNoOffset, "too many pixels"};
    if (pixels > kMaxPicturePixels) large.emplace(large_);
    return read_rgba(file);
  }

 private:
  uint64_t most_ = 0;
  std::atomic<uint64_t> taken_ = 0;
  Mutex large_;
};

/// Fails only if the game's picture is damaged.
Result<CheckedPicture> check_picture(const HdSet& set, const HdPicture& picture,
                                     PictureReader& pictures, PixelLimit& limit) {
  CheckedPicture out;
  ASSIGN_OR_RETURN(const RgbaImage before, set.original_image(picture, pictures));
  const Result<std::vector<uint8_t>> file = set.load(picture.file);
  if (!file && file.error().code == ErrorCode::not_found) {
    out.kind = "missing";
    return out;
  }
  std::optional<std::lock_guard<Mutex>> large;
  const Result<RgbaImage> after = file ? limit.read(*file, large) : Result<RgbaImage>(file.error());
  if (!after) {
    out.kind = "unreadable";
    out.text = text_of(after.error());
    return out;
  }
  out.pixels = xxh64(after->rgba) ^ after->width;
  out.scale = scale_between(before, *after);
  out.is_remade = out.scale != set.manifest.scale || !is_same(before, *after, out.scale);
  if (out.scale == 0) {
    out.kind = "size";
    out.text = fmt::format("{}×{} pixels are no multiple of {}×{}", after->width, after->height,
                           before.width, before.height);
  } else if (out.is_remade) {
    const ArtChange change = compare_art(before, *after, out.scale);
    std::tie(out.kind, out.text) = finding_of(change, out.scale);
    out.color = change.color;
  }
  return out;
}

/// The scale of most of the remade pictures.
uint32_t usual_scale(const HdSet& set, const std::vector<CheckedPicture>& checked) {
  std::array<size_t, kMaxPictureScale + 1> count{};
  for (const CheckedPicture& one : checked) count[one.scale] += one.is_remade;
  const auto most = std::max_element(count.begin() + 1, count.end());
  return *most == 0 ? set.manifest.scale : static_cast<uint32_t>(most - count.begin());
}

/// Finds files with the same pixels. The game's differ, so all but one are wrong.
void find_twins(const HdSet& set, std::vector<CheckedPicture>& checked) {
  std::map<uint64_t, std::vector<size_t>> twins;
  for (size_t i = 0; i < checked.size(); ++i) {
    if (checked[i].pixels != 0) twins[checked[i].pixels].push_back(i);
  }
  for (auto& [pixels, rows] : twins) {
    // The right one is the first that has nothing else wrong.
    std::stable_partition(rows.begin(), rows.end(),
                          [&](size_t row) { return checked[row].kind.empty(); });
    for (size_t i = 1; i < rows.size(); ++i) {
      checked[rows[i]].kind = "twice";
      checked[rows[i]].text = "has the pixels of " + set.pictures[rows[0]].file;
    }
  }
}

/// Adds PNGs that are not in the manifest.
Status add_unknown(const HdSet& set, std::vector<HdFinding>& findings) {
  std::set<std::string> known;
  for (const HdPicture& picture : set.pictures) known.insert(picture.file);
  ASSIGN_OR_RETURN(std::vector<fs::path> folders, list_folder(set.folder, Listed::folders));
  folders.insert(folders.begin(), fs::path());
  for (const fs::path& folder : folders) {
    ASSIGN_OR_RETURN(const std::vector<fs::path> names,
                     list_folder(set.folder / folder, Listed::files));
    for (const fs::path& name : names) {
      const std::string file = (folder / name).generic_string();
      const bool is_png = file.ends_with(".png") || file.ends_with(".PNG");
      if (!is_png || known.contains(file)) continue;
      findings.push_back({"unknown", file, "is not in the manifest", {}});
    }
  }
  return ok();
}

/// Counts the pictures that are remade without a finding, by costume and by room.
void count_done(const HdSet& set, const std::vector<CheckedPicture>& checked, HdReport& out) {
  std::map<uint32_t, HdDone> costumes;
  std::map<uint32_t, HdDone> rooms;
  for (size_t i = 0; i < checked.size(); ++i) {
    const auto add = [&](HdDone& done, uint32_t row) {
      done.row = row;
      ++done.pictures;
      done.remade += checked[i].is_remade && checked[i].kind.empty();
    };
    add(out.all, 0);
    std::set<uint32_t> in_rooms;
    for (const uint32_t costume : set.pictures[i].costumes) {
      add(costumes[costume], costume);
      in_rooms.insert(set.tables().costumes.room[costume]);
    }
    in_rooms.erase(kNone);
    for (const uint32_t room : in_rooms) add(rooms[room], room);
  }
  for (const auto& [row, done] : costumes) out.costumes.push_back(done);
  for (const auto& [row, done] : rooms) out.rooms.push_back(done);
}

}  // namespace

Result<HdReport> check_hd_set(const HdSet& set) {
  TRY(check_shown_cels(set.tables()));
  std::vector<CheckedPicture> checked(set.pictures.size());
  std::vector<Status> damaged(set.pictures.size(), ok());
  PixelLimit limit(set);
  run_with_threads(0, [&] {
    std::vector<PictureReader> readers;
    for (size_t i = 0; i < worker_count(); ++i) readers.emplace_back(set.original.archive);
    parallel_for(checked.size(), [&](size_t i, size_t worker) {
      Result<CheckedPicture> one = check_picture(set, set.pictures[i], readers[worker], limit);
      if (one) {
        checked[i] = *std::move(one);
      } else {
        damaged[i] = one.error();
      }
    });
  });
  if (limit.is_exceeded()) {
    return Error{ErrorCode::limit, kNoOffset,
                 fmt::format("{}: its PNGs have more than {} pixels", set.folder.string(),
                             limit_text(limit.most()))};
  }
  for (const Status& one : damaged) TRY(one);
  HdReport out;
  out.scale = usual_scale(set, checked);
  for (CheckedPicture& one : checked) {
    if (!one.is_remade || !one.kind.empty() || one.scale == out.scale) continue;
    one.kind = "size";
    one.text = fmt::format("{} times the game's size; most are {} times", one.scale, out.scale);
  }
  find_twins(set, checked);
  find_flicker(set, checked);
  for (size_t i = 0; i < checked.size(); ++i) {
    const CheckedPicture& one = checked[i];
    if (one.kind.empty() && !one.is_remade) out.left.push_back(set.pictures[i].file);
    if (one.kind.empty()) continue;
    out.findings.push_back({one.kind, set.pictures[i].file, one.text, set.pictures[i].costumes});
  }
  TRY(add_unknown(set, out.findings));
  count_done(set, checked, out);
  return out;
}

}  // namespace wardrobe
