#!/usr/bin/env bash
# Makes .toolchain/emscripten, a link to the folder of a good enough emcc (3.1.60 or newer), and
# .toolchain/env.sh, which puts it on PATH.
# A newer emcc on PATH or in $EMSDK is taken as it is. Otherwise the packages of Debian trixie are
# downloaded and unpacked into .toolchain/ (never installed on the system), with clang 19 from the
# machine's own lists. Does nothing when the result is already there.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/apt_private.sh"

minimum=3.1.60
recipe=1

at_least() { # at_least VERSION: is it $minimum or newer?
  [ "$(printf '%s\n%s\n' "$minimum" "$1" | sort -V | head -n 1)" = "$minimum" ]
}

emcc_version() { # emcc_version COMMAND: its version, or nothing
  "$1" --version 2>/dev/null | sed -nE '1s/.* ([0-9]+\.[0-9]+\.[0-9]+).*/\1/p' || true
}

write_env() { # write_env LINES: the file to source, replaced only when whole
  printf '%s\n' "$@" > "$lb_toolchain/env.sh.new"
  mv "$lb_toolchain/env.sh.new" "$lb_toolchain/env.sh"
}

take_existing() {
  local candidate version folder
  for candidate in "$(command -v emcc || true)" "${EMSDK:+$EMSDK/upstream/emscripten/emcc}"; do
    [ -n "$candidate" ] && [ -x "$candidate" ] || continue
    version=$(emcc_version "$candidate")
    [ -n "$version" ] && at_least "$version" || continue
    folder=$(dirname "$(readlink -f "$candidate")")
    ln -sfn "$folder" "$lb_toolchain/emscripten"
    write_env "# emcc $version, found on this machine" "export PATH=\"$folder:\$PATH\""
    say "compiler: emcc $version ($candidate)"
    return 0
  done
  return 1
}

# Tools linked against trixie's C library run through trixie's own loader.
wrap_binaryen() {
  local root="$lb_toolchain/root" tool name
  mkdir -p "$lb_toolchain/binaryen/bin"
  ln -sfn ../root/usr/lib "$lb_toolchain/binaryen/lib"
  for tool in "$root"/usr/bin/wasm-* "$root/usr/bin/wasm2js"; do
    name=$(basename "$tool")
    cat > "$lb_toolchain/binaryen/bin/$name" <<WRAP
#!/bin/sh
here=\$(cd "\$(dirname "\$0")/../.." && pwd)
lib="\$here/root/usr/lib/x86_64-linux-gnu"
exec "\$lib/ld-linux-x86-64.so.2" --library-path "\$lib" "\$here/root/usr/bin/$name" "\$@"
WRAP
    chmod +x "$lb_toolchain/binaryen/bin/$name"
  done
}

unpack_trixie() {
  local packages="emscripten binaryen libc6 libstdc++6 libgcc-s1" deb
  [ "$(dpkg --print-architecture)" = amd64 ] ||
    fail "no emcc $minimum or newer on PATH or in \$EMSDK, and the Debian recipe is for amd64 only"
  command -v clang-19 > /dev/null || fail "clang-19 is missing (scripts/setup/packages.sh installs it)"
  rm -rf "$lb_toolchain/root" "$lb_toolchain/debs" "$lb_toolchain/binaryen"
  mkdir -p "$lb_toolchain/root" "$lb_toolchain/debs"
  say "compiler: downloading emscripten and binaryen of Debian trixie (240 MB)"
  lb_apt_lists trixie deb trixie
  # shellcheck disable=SC2086
  (cd "$lb_toolchain/debs" && lb_apt trixie -qq download $packages) ||
    fail "could not download: $packages"
  say "compiler: unpacking into .toolchain/root"
  for deb in "$lb_toolchain"/debs/*.deb; do dpkg -x "$deb" "$lb_toolchain/root"; done
  rm -rf "$lb_toolchain/debs"
  wrap_binaryen

  local em="$lb_toolchain/root/usr/share/emscripten"
  # acorn, which Emscripten's JavaScript passes need, is one of our development dependencies
  ln -sfn ../../../../../node_modules "$em/node_modules"
  # Emscripten reads the configuration next to itself: no variable has to be set to use it.
  cat > "$em/.emscripten" <<'CONFIG'
import os
from tools.utils import path_from_root
here = os.path.realpath(path_from_root('.'))
LLVM_ROOT = '/usr/bin'
LLVM_ADD_VERSION = '19'
CLANG_ADD_VERSION = '19'
BINARYEN_ROOT = os.path.normpath(os.path.join(here, '../../../../binaryen'))
NODE_JS = 'node'
CACHE = os.path.join(here, 'cache')
FROZEN_CACHE = True
CONFIG
  ln -sfn root/usr/share/emscripten "$lb_toolchain/emscripten"
  # The file finds its own place, so that a moved or linked .toolchain keeps working.
  write_env '# emcc 3.1.69 of Debian trixie, unpacked next to this file' \
    'lb_here=$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")" && pwd -P)' \
    'export PATH="$lb_here/emscripten:$PATH"'
}

prove() { # compiles a program; a set-up that cannot do this is not done
  local dir
  dir=$(mktemp -d)
  # shellcheck disable=SC1091
  . "$lb_toolchain/env.sh"
  printf 'int answer(void) { return 42; }\n' > "$dir/a.c"
  (cd "$dir" && emcc -O3 -flto -msimd128 a.c --no-entry -sEXPORTED_FUNCTIONS=_answer -o a.wasm) ||
    fail "emcc is there but cannot build a module"
  rm -rf "$dir"
  say "compiler: $(emcc --version | head -n 1)"
}

main() {
  lb_lock
  if [ "$(cat "$lb_toolchain/stamp" 2> /dev/null)" = "$recipe" ] && [ -e "$lb_toolchain/env.sh" ]; then
    say "compiler: ready"
    return
  fi
  take_existing || unpack_trixie
  prove
  echo "$recipe" > "$lb_toolchain/stamp"
}

main "$@"
