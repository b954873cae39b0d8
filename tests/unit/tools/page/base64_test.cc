#include "tools/page/base64.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

TEST(Base64, IsStandard) {
  const auto of = [](std::string_view text) {
    std::string out = "=";
    append_base64({reinterpret_cast<const uint8_t*>(text.data()), text.size()}, out);
    return out.substr(1);
  };
  EXPECT_EQ(of(""), "");
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foo"), "Zm9v");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(of("\xFB\xFF\xBF"), "+/+/");
}

}  // namespace
}  // namespace wardrobe
