#!/bin/sh
# page_module.sh MODULE HEADER: writes a header with the WebAssembly module, gzipped, in base64.
set -eu
{
  printf '#pragma once\n\nnamespace wardrobe {\n\n'
  printf 'inline constexpr char kPageModule[] =\n    "'
  [ ! -s "$1" ] || gzip -9nc "$1" | base64 | tr -d '\n'
  printf '";\n\n}  // namespace wardrobe\n'
} >"$2"
