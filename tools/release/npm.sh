#!/usr/bin/env bash
# Makes the npm package on a bare Debian 12: dist/scumm-wardrobe-VERSION.tgz, with both WebAssembly modules. Prints its size.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

tools/setup.sh page
tools/dev/module.sh wardrobe_wasm wardrobe_pack_wasm >&2
cd tools/library/javascript
rm -rf licenses
/usr/bin/python3 ../../release/spdx.py --licences scumm-wardrobe-.tgz licenses
mkdir -p ../../../dist
file=dist/$(npm pack --silent --pack-destination ../../../dist)
cd ../../..
echo "$file: $(stat -c %s "$file") bytes"
