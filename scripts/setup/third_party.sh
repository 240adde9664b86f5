#!/usr/bin/env bash
# Fetches the C sources the engine is built with into third_party/NAME, as Debian source packages
# (the machine's own archive, pinned version and hash). Where that cannot work, CMake fetches the
# same releases from their upstream homes (cmake/third_party.cmake).
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/apt_private.sh"

suite=bookworm
dest="$lb_root/third_party"

# name, source package, version, sha256 of the original archive
table="
tinyxml2 tinyxml2 9.0.0+dfsg-3.1 96510f47a5db537f70dff3e83dd71fd2180cbba4aa76c589a549467e7f34bc9b
qhull qhull 2020.2-5 b5c2d7eb833278881b952c8a52d20179eab87766b00b865000469a45c1838b7e
libccd libccd 2.1-2 3543093486a8bdb7129e18d69d8f2b42e3056877521425210f9fe560789ebba5
stb libstb 0.0~git20220908.8b5f1f3+ds-1 6949c8ff9f86d982cff1b384f1301a731cbaf3b3fa4d1728c7b48a02386d31d8
libdeflate libdeflate 1.14-1 89e7df898c37c3427b0f39aadcf733731321a278771d20fc553f92da8d4808ac
"

fetch() { # fetch NAME PACKAGE VERSION SHA256
  local work="$dest/.work/$1" archive
  rm -rf "$work" "${dest:?}/$1"
  mkdir -p "$work"
  (cd "$work" && lb_apt source -qq --download-only source "$2=$3") || return 1
  archive=$(find "$work" -name '*.orig.tar.*' ! -name '*.asc' | head -n 1)
  echo "$4  $archive" | sha256sum --check --quiet || return 1
  mkdir -p "$work/tree"
  tar -xf "$archive" -C "$work/tree" --strip-components=1
  mv "$work/tree" "$dest/$1"
  echo "$3" > "$dest/$1/.limber-version"
  say "sources: $1 $3"
}

main() {
  local name package version hash missing=""
  lb_lock
  while read -r name package version hash; do
    [ -n "$name" ] || continue
    [ "$(cat "$dest/$name/.limber-version" 2> /dev/null)" = "$version" ] || missing=1
  done <<< "$table"
  if [ -z "$missing" ]; then
    say "sources: ready"
    return
  fi
  command -v apt-get > /dev/null || fail "no apt here: CMake will fetch the sources from upstream"
  mkdir -p "$dest"
  lb_apt_lists source deb-src "$suite"
  while read -r name package version hash; do
    [ -n "$name" ] || continue
    [ "$(cat "$dest/$name/.limber-version" 2> /dev/null)" = "$version" ] && continue
    fetch "$name" "$package" "$version" "$hash" < /dev/null ||
      fail "could not fetch the source package $package $version"
  done <<< "$table"
  rm -rf "$dest/.work"
}

main "$@"
