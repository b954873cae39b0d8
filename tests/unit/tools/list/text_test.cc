#include "tools/list/text.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(Printable, LeavesTextAlone) {
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("plain ~ text"), "plain ~ text");
  EXPECT_EQ(printable("é ߿ → 𐀀 \U0010FFFF"), "é ߿ → 𐀀 \U0010FFFF");
}

TEST(Printable, EscapesControlCharacters) {
  EXPECT_EQ(printable("a\x1B[31m\n"), "a\\x1B[31m\\x0A");
  EXPECT_EQ(printable("\x1F\x7F"), "\\x1F\\x7F");
  EXPECT_EQ(printable(std::string_view("\0x", 2)), "\\x00x");
}

TEST(Printable, EscapesC1) {
  EXPECT_EQ(printable("\u0080\u009B31m\u009F\u00A0"), "\\u0080\\u009B31m\\u009F\u00A0");
}

TEST(Printable, EscapesBidiControls) {
  EXPECT_EQ(printable("\u061C\u200E\u200F"), "\\u061C\\u200E\\u200F");
  EXPECT_EQ(printable("\u202A\u202B\u202C\u202D\u202E"), "\\u202A\\u202B\\u202C\\u202D\\u202E");
  EXPECT_EQ(printable("\u2066\u2067\u2068\u2069"), "\\u2066\\u2067\\u2068\\u2069");
  EXPECT_EQ(printable("\u061B\u200D\u2010\u2029\u202F\u2065\u206A"),
            "\u061B\u200D\u2010\u2029\u202F\u2065\u206A");
}

TEST(Printable, EscapesBytesThatAreNotUtf8) {
  EXPECT_EQ(printable("\x9B"
                      "31m"),
            "\\x9B31m");
  EXPECT_EQ(printable("\xC3"), "\\xC3") << "cut off";
  EXPECT_EQ(printable("\xE2\x86z"), "\\xE2\\x86z") << "cut off";
  EXPECT_EQ(printable("\xF0\x90\x80"), "\\xF0\\x90\\x80") << "cut off";
  EXPECT_EQ(printable("\xC0\x9B"), "\\xC0\\x9B") << "two bytes for one";
  EXPECT_EQ(printable("\xE0\x82\x9B"), "\\xE0\\x82\\x9B") << "three bytes for two";
  EXPECT_EQ(printable("\xF0\x8F\xBF\xBF"), "\\xF0\\x8F\\xBF\\xBF") << "four bytes for three";
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80") << "beyond Unicode";
  EXPECT_EQ(printable("\xFF\xC3\xA9"), "\\xFFé");
}

TEST(SizeText, PicksAUnit) {
  EXPECT_EQ(size_text(0), "0 bytes");
  EXPECT_EQ(size_text(1023), "1023 bytes");
  EXPECT_EQ(size_text(1536), "1.5 KiB");
  EXPECT_EQ(size_text(uint64_t{5} << 20), "5.0 MiB");
  EXPECT_EQ(size_text(uint64_t{2048} << 30), "2048.0 GiB");
}

TEST(CountText, HasAPlural) {
  EXPECT_EQ(count_text(0, "picture"), "0 pictures");
  EXPECT_EQ(count_text(1, "picture"), "1 picture");
  EXPECT_EQ(count_text(2, "picture"), "2 pictures");
}

}  // namespace
}  // namespace wardrobe
