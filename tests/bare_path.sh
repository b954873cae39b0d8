#!/usr/bin/env bash
# bare_path.sh FOLDER: makes links in FOLDER to those programs of this Debian that a bare one has after
# tools/setup.sh test. As the only folder of PATH, it hides all others.
set -euo pipefail
folder=$1
needed=$(PATH='' /bin/bash "${BASH_SOURCE[0]%/*}/../tools/setup.sh" test 2>&1)  # Without apt-get, it names them.
essential=$(dpkg-query -W -f '${Package} ${Essential} ${Priority}\n' | awk '$2 == "yes" || $3 == "required" { print $1 }')
# shellcheck disable=SC2016,SC2086
packages=$(apt-cache depends --recurse --important ${needed##*: } $essential apt | grep -v '[ <]' |
  xargs dpkg-query -W -f '${db:Status-Status} ${binary:Package}\n' 2>/dev/null | sed -n 's/^installed //p') || true
# shellcheck disable=SC2086
files=$(dpkg-query -L $packages | grep -E '^(/usr)?/s?bin/.' | xargs readlink -m)
rm -rf "$folder"
mkdir -p "$folder"
programs=(/usr/bin/* /usr/sbin/*)  # Many are links, as c++ is to /etc/alternatives/c++.
paste <(readlink -m "${programs[@]}") <(printf '%s\n' "${programs[@]}") |
  awk 'NR == FNR { bare[$1] = 1; next } $1 in bare { print $2 }' <(echo "$files") - | xargs ln -s -t "$folder"
