#include "kernels/strip_groups.h"

#include <memory>

namespace wardrobe {
namespace {

constexpr unsigned kMostPixels = 8;
constexpr unsigned kFewestBits = 1;
constexpr unsigned kRun = 4;

/// Reads the commands of one group.
class GroupReader {
 public:
  GroupReader(StripCode code, unsigned bits, bool turned)
      : code_(code), bits_(bits), step_(turned ? 1 : -1) {
    while (group_.pixels < kMostPixels && read_command()) {
    }
    group_.turned = step_ == 1 ? 1 : 0;
  }

  const StripGroup& group() const { return group_; }
  uint64_t changes() const { return changes_; }

 private:
  /// Reads the next command. Returns false at the end of the group.
  bool read_command() {
    const unsigned left = kGroupBits - group_.size;
    if (left == 0) return false;
    if (bit(0) == 0) return put(0, 1);
    if (left == 1) return false;
    if (bit(1) == 0) return put_color();
    const unsigned size = code_.coding == StripCoding::basic ? 3 : 5;
    if (left < size) return false;
    if (code_.coding == StripCoding::basic) {
      if (bit(2) == 1) step_ = -step_;
      return put(step_, size);
    }
    const unsigned by = bit(2) | bit(3) << 1 | bit(4) << 2;
    if (code_.coding == StripCoding::he) return put(static_cast<int>(by) - (by < 4 ? 4 : 3), size);
    if (by != kRun) return put(static_cast<int>(by) - 4, size);
    group_.run = 1;
    group_.size = static_cast<uint8_t>(group_.size + size);
    return false;
  }

  unsigned bit(unsigned i) const { return bits_ >> (group_.size + i) & 1; }

  bool put(int by, unsigned size) {
    group_.change = static_cast<uint8_t>(group_.change + by);
    changes_ |= uint64_t{group_.change} << (8 * group_.pixels);
    ++group_.pixels;
    group_.size = static_cast<uint8_t>(group_.size + size);
    return true;
  }

  bool put_color() {
    group_.color_at = static_cast<uint8_t>(group_.size + 2);
    (void)put(0, 2u + code_.bits);
    group_.keep = 0;
    group_.color_mask = static_cast<uint8_t>((1u << code_.bits) - 1);
    step_ = -1;
    return false;
  }

  StripCode code_;
  unsigned bits_;
  int step_;
  StripGroup group_{0, 0, 0, 255, 0, 0, 0, 0};
  uint64_t changes_ = 0;
};

/// Tables by coding and number of bits.
using Tables = std::array<std::array<StripGroups, 9 - kFewestBits>, 3>;

std::unique_ptr<const Tables> make_tables() {
  auto tables = std::make_unique<Tables>();
  for (size_t coding = 0; coding < tables->size(); ++coding) {
    for (size_t i = 0; i < tables->front().size(); ++i) {
      StripCode code;
      code.coding = static_cast<StripCoding>(static_cast<size_t>(StripCoding::basic) + coding);
      code.bits = static_cast<uint8_t>(kFewestBits + i);
      StripGroups& groups = (*tables)[coding][i];
      const size_t steps = code.coding == StripCoding::basic ? 2 : 1;
      for (size_t index = 0; index < steps * kGroupIndexes; ++index) {
        const GroupReader reader(code, static_cast<unsigned>(index % kGroupIndexes),
                                 index >= kGroupIndexes);
        groups.groups[index] = reader.group();
        groups.changes[index] = reader.changes();
      }
    }
  }
  return tables;
}

}  // namespace

const StripGroups& strip_groups(StripCode code) {
  static const std::unique_ptr<const Tables> kTables = make_tables();
  const auto coding = static_cast<size_t>(code.coding) - static_cast<size_t>(StripCoding::basic);
  return (*kTables)[coding][code.bits - kFewestBits];
}

}  // namespace wardrobe
