#!/bin/sh
# page_module.sh HEADER [MODULE]: writes a header with the WebAssembly module, gzipped, in base64; without one, empty.
set -eu
{
  printf '#pragma once\n\nnamespace wardrobe {\n\n'
  printf 'inline constexpr char kPageModule[] =\n    "'
  [ $# -eq 1 ] || libdeflate-gzip -12 <"$2" | base64 | tr -d '\n'
  printf '";\n\n}  // namespace wardrobe\n'
} >"$1"
