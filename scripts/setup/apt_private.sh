# Sourced by the set-up scripts: apt with lists of its own, so that packages of another Debian
# release can be downloaded and unpacked here without touching the system's lists or packages.

lb_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lb_toolchain="$lb_root/.toolchain"

say() { printf '[setup] %s\n' "$*"; }
fail() { printf '[setup] error: %s\n' "$*" >&2; exit 1; }

# One set-up at a time: a second one waits, then finds the work done.
lb_lock() {
  mkdir -p "$lb_toolchain"
  exec 9> "$lb_toolchain/lock"
  if command -v flock > /dev/null; then flock 9; fi
}

# The machine's own Debian archive addresses, one per line (security and foreign lists left out).
lb_debian_uris() {
  local codename
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-bookworm}")
  {
    # deb822 style: a paragraph that names the plain suite of this release
    cat /etc/apt/sources.list.d/*.sources 2>/dev/null | awk -v suite="$codename" '
      BEGIN { RS = ""; FS = "\n" }
      {
        uris = ""; ok = 0
        for (i = 1; i <= NF; i++) {
          if ($i ~ /^URIs:/) { uris = $i; sub(/^URIs:[ \t]*/, "", uris) }
          if ($i ~ /^Suites:/) { n = split($i, s, /[ \t]+/); for (j = 2; j <= n; j++) if (s[j] == suite) ok = 1 }
        }
        if (ok) { n = split(uris, u, /[ \t]+/); for (j = 1; j <= n; j++) print u[j] }
      }'
    # one-line style: deb [options] URI suite components
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
      sed -E 's/\[[^]]*\]//' | awk -v suite="$codename" '$1 == "deb" && $3 == suite { print $2 }'
  } | awk 'NF && !seen[$0]++'
}

# lb_apt_lists NAME TYPE SUITE: (re)make the private list NAME; afterwards `lb_apt NAME ...` uses it.
# Of the archive's indexes only the list of packages (or sources) is read, whatever else this
# machine's apt is told to keep; while the archive is being renewed its files do not fit each
# other, so a failure is tried again.
lb_apt_lists() {
  local dir="$lb_toolchain/apt/$1" uri keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  local targets=Packages seconds
  [ "$2" = deb-src ] && targets=Sources
  mkdir -p "$dir/sources" "$dir/lists/partial" "$dir/cache/archives/partial"
  : > "$dir/sources/debian.sources"
  for uri in $(lb_debian_uris); do
    printf 'Types: %s\nURIs: %s\nSuites: %s\nComponents: main\nTargets: %s\nSigned-By: %s\n\n' \
      "$2" "$uri" "$3" "$targets" "$keyring" >> "$dir/sources/debian.sources"
  done
  [ -s "$dir/sources/debian.sources" ] ||
    fail "no Debian archive found in /etc/apt/sources.list*: cannot fetch packages of $3"
  for seconds in 5 20 60; do
    lb_apt "$1" -qq update && return
    say "the package lists of Debian $3 could not be read: again in $seconds s"
    sleep "$seconds"
  done
  lb_apt "$1" -qq update || fail "apt could not read the package lists of Debian $3"
}

lb_apt() {
  local dir="$lb_toolchain/apt/$1"
  shift
  apt-get -o Dir::State::Lists="$dir/lists" -o Dir::Etc::SourceList=/dev/null \
    -o Dir::Etc::SourceParts="$dir/sources" -o Dir::Cache="$dir/cache" \
    -o Dir::Etc::PreferencesParts=/dev/null -o Dir::Etc::Preferences=/dev/null \
    -o APT::Sandbox::User=root -o Debug::NoLocking=1 -o Acquire::Retries=3 "$@"
}
