#!/usr/bin/env bash
# Installs each package of dist as a user would, and packs the sample game with it: the .deb files in a bare Debian 12,
# the wheel in a virtual environment, the npm package in an empty project, wardrobe.exe under Wine. All must give the
# same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bare=
# shellcheck disable=SC1091
. tests/heavy/bare_debian.sh  # sets it
dist=$PWD/dist
work=$bare/work  # removed with $bare
same() {
  cmp "$work/v6.wardrobe" "$2"
  echo "check.sh: $1 packs the sample as the Debian package does"
}

make_bare
mkdir -p "$work"
cp dist/*.deb "$work"
in_bare 'cd /work && apt-get update -q && apt-get install -q -y --no-install-recommends ./*.deb' >"$work/apt.log" 2>&1 ||
  { tail "$work/apt.log"; fail "the .deb files cannot be installed"; }
in_bare 'cd /work && wardrobe --version && wardrobe sample -o sample -q && wardrobe pack sample/v6 -o v6.wardrobe -q &&
  python3 -c "import wardrobe; open(\"python.wardrobe\", \"wb\").write(wardrobe.pack(\"sample/v6\"))"'
same "the Debian package of Python" "$work/python.wardrobe"
dpkg-deb -x dist/wardrobe_*.deb "$work/program"
export WARDROBE=$work/program/usr/bin/wardrobe WARDROBE_PACKAGES=$dist PYTHONPATH=$PWD/tests PYTHONDONTWRITEBYTECODE=1
for folder in faces heavy/forger oracle oracle/{games,plain,play}; do
  PYTHONPATH+=:$PWD/tests/$folder
done
/usr/bin/python3 -m unittest discover -s tests/faces/packages -p install_test.py

/usr/bin/python3 -m venv --system-site-packages "$work/venv"
"$work/venv/bin/pip" install -q --no-index --no-deps dist/*-manylinux_*.whl
(cd "$work" && env -u PYTHONPATH venv/bin/wardrobe pack sample/v6 -o wheel.wardrobe -q)
same "the wheel" "$work/wheel.wardrobe"

WARDROBE_PACKAGE=$(echo "$dist"/*.tgz) /usr/bin/python3 -m unittest discover \
  -s tests/faces/packages -p npm_test.py -k test_in_node -k test_nothing_that_is_needed
echo "check.sh: so does the npm package"

(cd "$work" && /usr/bin/python3 -m zipfile -e "$dist"/wardrobe-*-windows-x64.zip .)
export WARDROBE_EXE
WARDROBE_EXE=$(echo "$work"/wardrobe-*-windows-x64/wardrobe.exe)
wine=$PWD/tests/heavy/windows/wine.sh
"$wine" --start-server
(cd "$work" && "$wine" pack sample/v6 -o wine.wardrobe -q)
"$wine" --stop-server
same "wardrobe.exe" "$work/wine.wardrobe"
