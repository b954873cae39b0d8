#include "pipeline/container/container.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/limits.h"
#include "tests/unit/pipeline/container/container_files.h"

namespace wardrobe {
namespace {

using Listing = std::vector<std::string>;
using Opened = Result<std::unique_ptr<Folder>>;

Opened folders_of(Bytes file) { return open_container(open_memory(file), "box"); }

/// Adds the names of all files in a folder and below, with their contents.
void list(const Folder& folder, Listing& all) {
  const Listing names = *folder.names();
  for (const std::string& name : names) {
    const auto file = folder.open(name);
    std::string text = "!";
    if (file) {
      std::vector<uint8_t> bytes((*file)->size());
      const Status read = (*file)->read(0, bytes);
      text = read ? std::string(as_text(bytes)) : "!" + read.error().message;
    } else {
      text += file.error().message;
    }
    if (!folder.doubt(name).empty()) text = "!" + folder.doubt(name);
    all.push_back(folder.path_of(name) + "=" + text);
  }
  const Listing folders = *folder.folders();
  for (const std::string& name : folders) list(*folder.folder(name), all);
}

/// Returns the names of all files with their contents, or the error.
Listing listing(const Opened& folder) {
  if (!folder) return {folder.error().message};
  Listing all;
  if (*folder) list(**folder, all);
  return all;
}

const ContainerFiles kTwo = {{"b/B.000", bytes_of("index")}, {"b/B.001", bytes_of("resources")}};
const Listing kTwoListed = {"box/b/B.000=index", "box/b/B.001=resources"};

TEST(Containers, OfEachKindAreRead) {
  EXPECT_EQ(listing(folders_of(make_pak(kTwo))), kTwoListed);
  EXPECT_EQ(listing(folders_of(make_pak(kTwo, true))), kTwoListed);
  EXPECT_EQ(listing(folders_of(make_pak(kTwo, false, "LPAK"))), kTwoListed);
  EXPECT_EQ(listing(folders_of(make_zip(kTwo))), kTwoListed);
  EXPECT_EQ(listing(folders_of(make_zip(kTwo, 0))), kTwoListed);
  EXPECT_EQ(listing(folders_of(make_mac({{"B.000", bytes_of("index")}}))),
            (Listing{"box/B.000=index"}));
}

TEST(Containers, AreNoOtherFiles) {
  for (const char* text : {"", "K", "PK\3", "LECF and more, behind which nothing is a directory"}) {
    EXPECT_EQ(listing(folders_of(bytes_of(text))), Listing{}) << text;
  }
  EXPECT_EQ(listing(folders_of(make_zip({}))), Listing{});
}

TEST(Containers, GroupFilesByFolders) {
  const ContainerFiles files = {{"z", bytes_of("1")},       {"a/x", bytes_of("2")},
                                {"a\\b\\y", bytes_of("3")}, {"../a/x", bytes_of("4")},
                                {"/etc/x", bytes_of("5")},  {"a/folder/", bytes_of("")}};
  const Listing expected = {"box/z=1", "box/../a/x=4", "box/a/x=2", "box/a/b/y=3", "box/etc/x=5"};
  EXPECT_EQ(listing(folders_of(make_pak(files))), expected);
  EXPECT_EQ(listing(folders_of(make_zip(files))), expected);
}

TEST(Containers, WithoutLitterOfOtherSystems) {
  const ContainerFiles files = {{"__MACOSX/a/._x", bytes_of("1")},
                                {"a/._x", bytes_of("2")},
                                {"._y", bytes_of("3")},
                                {"a/x", bytes_of("4")}};
  EXPECT_EQ(listing(folders_of(make_zip(files))), (Listing{"box/a/x=4"}));
}

TEST(Containers, KnowNoFilesButTheirOwn) {
  const std::vector<uint8_t> pak = make_pak(kTwo);
  const Opened box = folders_of(pak);
  ASSERT_TRUE(box);
  const auto folder = (*box)->folder("b");
  EXPECT_EQ(folder->open("C.000").error().message, "cannot open: no such file");
  const auto file = folder->open("B.000");
  uint8_t byte = 0;
  EXPECT_FALSE((*file)->read(5, {&byte, 1}));
  EXPECT_FALSE((*file)->read(~uint64_t{0}, {&byte, 1}));
  EXPECT_TRUE((*file)->read(5, {}));
}

TEST(Paks, RefuseWhatTheyCannotHold) {
  const std::vector<uint8_t> pak = make_pak(kTwo);
  const size_t entry = 40 + 8;
  const auto with = [&](size_t at, uint32_t number) {
    std::vector<uint8_t> changed = pak;
    ByteWriter(changed).patch_u32(at, number);
    return listing(folders_of(changed));
  };
  EXPECT_EQ(with(entry, 100)[0], "box/b/B.000=!its 5 bytes from " +
                                     std::to_string(pak.size() - 14 + 100) +
                                     " on pass the end of the container");
  EXPECT_EQ(with(entry + 8, 0xFFFFFFFF)[0].substr(0, 14), "box/b/B.000=!c") << "another size";
  EXPECT_EQ(with(entry + 16, 1)[0],
            "box/b/B.000=!compressed in its .pak, which is not supported; unpack the .pak first");
  EXPECT_EQ(with(entry + 16, 1)[1], kTwoListed[1]);
  const Listing no_entries = {"box: the entries of this .pak do not match its names and size"};
  EXPECT_EQ(with(28, 21), no_entries);
  EXPECT_EQ(with(28, 60), no_entries);
  EXPECT_EQ(with(28, 0), no_entries);
  EXPECT_EQ(with(12, 4000), no_entries);
  EXPECT_EQ(with(16, 4000), no_entries);
  const Listing too_many = {"box: this .pak has more files than any game"};
  EXPECT_EQ(with(28, 0xFFFFFFFF), too_many);
  EXPECT_EQ(with(32, 0xFFFFFFFF), too_many);
  EXPECT_EQ(listing(folders_of(Bytes(pak).first(39))),
            (Listing{"box: this .pak ends within its header"}));
}

TEST(Paks, RefuseFoldersThatAreLargerThanTheyAre) {
  const std::vector<uint8_t> large(1000);
  std::vector<uint8_t> pak = make_pak({{"a", large}, {"b", {}}, {"b2", {}}, {"c/d", {}}});
  for (const size_t entry : {1, 2}) {
    const size_t at = 40 + 16 + 20 * entry;
    for (const size_t field : {8, 12}) ByteWriter(pak).patch_u32(at + field, 1000);
    ByteWriter(pak).patch_u32(at, 0);
  }
  const auto box = folders_of(pak);
  ASSERT_TRUE(box);
  EXPECT_EQ((*box)->open("a").error().message, "the files of this folder overlap in the container");
  EXPECT_TRUE((*box)->open("c/d"));
}

TEST(Containers, DoubtFilesThatOverlap) {
  const std::vector<uint8_t> ten(10);
  std::vector<uint8_t> mac = make_mac({{"A", ten}, {"B", ten}, {"C", ten}});
  const size_t second = 8 + 30 + 40;
  ByteWriter(mac).patch_u32_be(second, 8 + 10 - 1);
  const auto box = folders_of(mac);
  EXPECT_EQ((*box)->doubt("A"), "overlaps B in its container");
  EXPECT_EQ((*box)->doubt("B"), "overlaps A in its container");
  EXPECT_EQ((*box)->doubt("C"), "");
  EXPECT_TRUE((*box)->open("B")) << "it may be the other that is wrong";
}

TEST(Containers, DoubtAFileInsideALargeOneBehindASmallOne) {
  const std::vector<uint8_t> ten(10);
  std::vector<uint8_t> mac = make_mac({{"A", ten}, {"B", ten}, {"C", ten}});
  const size_t entries = 8 + 30;
  ByteWriter(mac).patch_u32_be(entries + 4, 30);
  ByteWriter(mac).patch_u32_be(entries + 40 + 4, 2);
  const auto box = folders_of(mac);
  EXPECT_EQ((*box)->doubt("B"), "overlaps A in its container");
  EXPECT_EQ((*box)->doubt("C"), "overlaps A in its container");
}

TEST(Containers, DoubtTheLastOfSeveralFilesOfOneName) {
  const ContainerFiles files = {{"A", bytes_of("1")}, {"B", bytes_of("2")}, {"A", bytes_of("3")}};
  const Listing expected = {"box/A=!another file in its container has the same name", "box/B=2"};
  for (const std::vector<uint8_t>& file : {make_mac(files), make_pak(files), make_zip(files)}) {
    EXPECT_EQ(listing(folders_of(file)), expected);
    uint8_t byte = 0;
    EXPECT_TRUE((*(*folders_of(file))->open("A"))->read(0, {&byte, 1}));
    EXPECT_EQ(byte, '3');
  }
}

TEST(Containers, OpenNoFileWithControlBytesInItsName) {
  const ContainerFiles files = {{"A\1", bytes_of("1")}, {"B", bytes_of("2")}};
  const Listing expected = {"box/A\1=!its name in the container has control bytes", "box/B=2"};
  EXPECT_EQ(listing(folders_of(make_mac(files))), expected);
  EXPECT_EQ(listing(folders_of(make_pak(files))), expected);
}

TEST(MacBinary, IsTakenOffAFile) {
  const std::vector<uint8_t> file = in_mac_binary("A", bytes_of("data"));
  const auto folder = open_files({{"a", file}, {"b", kTwo[0].second}});
  const Result<Unwrapped> wrapped = open_unwrapped(*folder, "a");
  ASSERT_TRUE(wrapped);
  EXPECT_TRUE(wrapped->wrapped);
  EXPECT_EQ(wrapped->bytes->size(), 4U);
  EXPECT_FALSE(open_unwrapped(*folder, "b")->wrapped);
  const Bytes unpadded = Bytes(file).first(128 + 4);
  EXPECT_TRUE(open_unwrapped(*open_files({{"a", unpadded}}), "a")->wrapped);
  std::vector<uint8_t> other = file;
  other.resize(other.size() + 128);
  EXPECT_FALSE(open_unwrapped(*open_files({{"a", other}}), "a")->wrapped) << "its size is wrong";
}

/// Returns the position of `part` in `bytes`, which must contain it.
size_t place_of(const std::vector<uint8_t>& bytes, const std::vector<uint8_t>& part) {
  const auto found = std::search(bytes.begin(), bytes.end(), part.begin(), part.end());
  return static_cast<size_t>(found - bytes.begin());
}

TEST(Zips, SayWhyAFileCannotBeRead) {
  EXPECT_EQ(listing(folders_of(make_zip(kTwo, 8, 1)))[0],
            "box/b/B.000=!locked with a password in its .zip; unpack the .zip first");
  EXPECT_EQ(listing(folders_of(make_zip(kTwo, 14)))[0],
            "box/b/B.000=!compressed in its .zip by method 14, which is not supported; unpack the "
            ".zip first");
  std::vector<uint8_t> zip = make_zip(kTwo, 0);
  zip[place_of(zip, bytes_of("index"))] ^= 1;
  EXPECT_EQ(listing(folders_of(zip)),
            (Listing{"box/b/B.000=!damaged in its .zip: checksum or size differs", kTwoListed[1]}));
  zip.pop_back();
  zip.resize(zip.size() - 21);
  EXPECT_EQ(listing(folders_of(zip)),
            (Listing{"box: this .zip has no directory, so its end may be missing"}));
}

TEST(Zips, RefuseAFileThatItsDirectoryCallsOtherwise) {
  const std::vector<uint8_t> whole = make_zip({{"A.001", bytes_of("data")}});
  const size_t listed = place_of(whole, bytes_of("PK\1\2")) + 46;
  for (const size_t at : {size_t{30}, listed}) {
    std::vector<uint8_t> zip = whole;
    zip[at] = 'B';
    const Listing files = listing(folders_of(zip));
    EXPECT_EQ(files[0].substr(9),
              "=!the .zip is damaged: its directory and this file contradict "
              "each other");
  }
}

TEST(Zips, InflateNoMoreThanTheyMay) {
  std::vector<uint8_t> zeros(3 << 20);
  const ContainerFiles files(40, {"", zeros});
  ContainerFiles named = files;
  for (size_t i = 0; i < named.size(); ++i) named[i].first = "F" + std::to_string(i);
  const std::vector<uint8_t> zip = make_zip(named);
  const auto box = folders_of(zip);
  ASSERT_TRUE(box);
  std::vector<std::unique_ptr<ByteSource>> open;
  uint64_t inflated = 0;
  std::string problem;
  const Listing names = *(*box)->names();
  for (const std::string& name : names) {
    open.push_back(*(*box)->open(name));
    uint8_t last = 1;
    EXPECT_TRUE(open.back()->read(0, {&last, 1})) << "the first bytes of all can be seen";
    const Status read = open.back()->read(zeros.size() - 1, {&last, 1});
    if (!read) problem = read.error().message;
    inflated += read ? zeros.size() : 0;
  }
  const uint64_t most = kZipContents.of(zip.size());
  EXPECT_LE(inflated, most);
  EXPECT_GT(inflated + zeros.size(), most);
  EXPECT_EQ(problem,
            "the .zip inflates to over " + std::to_string(most) + " bytes: unpack it first");
}

TEST(Zips, InflateToNoMoreThanTheySay) {
  std::vector<uint8_t> zip = make_zip({{"A", std::vector<uint8_t>(5000)}});
  const size_t entry = place_of(zip, bytes_of("PK\1\2"));
  for (const uint32_t size : {1u, 4999u, 5001u}) {
    for (const size_t at : {size_t{22}, entry + 24}) ByteWriter(zip).patch_u32(at, size);
    EXPECT_EQ(listing(folders_of(zip))[0], "box/A=!damaged in its .zip: checksum or size differs");
  }
  for (const size_t at : {size_t{22}, entry + 24}) ByteWriter(zip).patch_u32(at, 1 << 30);
  EXPECT_TRUE(listing(folders_of(zip))[0].ends_with("bytes cannot inflate to 1073741824"));
}

}  // namespace
}  // namespace wardrobe
