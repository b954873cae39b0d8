#!/usr/bin/env bash
# Builds the WebAssembly modules of the JavaScript package, and wardrobe.html with one, on a bare Debian 12. Prints where
# they are. If WARDROBE names a program, that program makes the sample game for the page.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools/setup.sh page
tools/dev/module.sh wardrobe_wasm wardrobe_pack_wasm wardrobe_page_wasm wardrobe_extras_wasm >&2
for module in tools/library/javascript/wardrobe{,_pack}.wasm; do
  echo "$module: $(stat -c %s "$module") bytes, $(gzip -9c "$module" | wc -c) gzipped"
done

# wardrobe.html is the page that the program writes of its sample game, with extras added.
parts=build/page
rm -rf $parts
mkdir -p $parts
{
  wardrobe=${WARDROBE:-tools/run.sh}
  $wardrobe sample -o $parts/games
  $wardrobe pack $parts/games/v6 --rooms -o $parts/sample.wardrobe
  $wardrobe export $parts/sample.wardrobe --format html -o $parts/sample.html
} >&2
/usr/bin/python3 tools/release/spdx.py --licences wardrobe.html $parts/licences
node tools/page/extras/build.mjs $parts/sample.html build/wasm/wardrobe_extras.wasm $parts/licences build/wardrobe.html
