class Wardrobe < Formula
  desc "Costumes of SCUMM adventure games in one small archive"
  homepage "@REPOSITORY@"
  url "@REPOSITORY@/releases/download/v@VERSION@/wardrobe-@VERSION@-source.tar.xz"
  sha256 "@SOURCE_SHA256@"
  license "MIT"

  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "esbuild" => :build
  depends_on "ninja" => :build
  depends_on "nlohmann-json" => :build
  depends_on "pkg-config" => :build
  depends_on "stb" => :build
  depends_on "fmt"
  depends_on "giflib"
  depends_on "highway"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "minizip"
  depends_on "tbb"
  depends_on "xxhash"
  depends_on "zstd"
  uses_from_macos "zlib"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DBUILD_TESTING=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    rm_r lib/"python3" # Python finds nothing there
  end

  test do
    system bin/"wardrobe", "sample", "-o", "sample"
    system bin/"wardrobe", "pack", "sample/v6", "-o", "v6.wardrobe"
    system bin/"wardrobe", "verify", "v6.wardrobe"
  end
end
