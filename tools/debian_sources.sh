#!/usr/bin/env bash
# Fetches the source packages of Debian that have a manifest in implementations/ into build/sources/NAME, at the version
# that the manifest names. Changes nothing in the system: its list of sources and apt's state lie in build/sources, too.
#
#   tools/debian_sources.sh [NAME...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

folder=$PWD/build/sources
mkdir -p "$folder/lists/partial"
exec 9>"$folder/lock"
flock 9 # a second one waits for the first
mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\(http[^ ]*\) .*/\2/p' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -n 1 || true)
echo "deb-src ${mirror:?this system names no mirror of Debian} bookworm main" >"$folder/debian.list"
apt=(-o "Dir::Etc::SourceList=$folder/debian.list" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$folder/lists" -o APT::Sandbox::User=)

of_manifest() { sed -n "s/^$2 = \"\(.*\)\"$/\1/p" "implementations/$1/implementation.toml"; }

names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    mapfile -t names < <(grep -l '^debian = ' implementations/*/implementation.toml | xargs -n 1 dirname | xargs -n 1 basename)
fi
updated=
for name in "${names[@]}"; do
    version=$(of_manifest "$name" commit)
    [ "$(cat "$folder/$name.version" 2>/dev/null)" = "$version" ] && continue
    [ -n "$updated" ] || apt-get "${apt[@]}" update -qq >&2
    updated=yes
    package=$(of_manifest "$name" debian)
    rm -rf "${folder:?}/$name" "$folder/unpacked" && mkdir "$folder/unpacked"
    (cd "$folder/unpacked" && apt-get "${apt[@]}" source -qq "$package=$version" >&2)
    mv "$folder/unpacked"/*/ "$folder/$name"
    echo "$version" >"$folder/$name.version"
done
