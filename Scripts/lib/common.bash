# Sourced by the other scripts, first of all: what they share. It begins in the checkout, whatever folder it is called from.
#   $checkout                     the checkout's folder
#   say TEXT, fail TEXT           tell it on standard error under the script's name; fail also shows the last output, and ends
#   make_work                     makes $work, a folder that is removed at the script's end
#   expect CODE COMMAND…          runs a command, leaves what it prints in $work/out, and fails unless it ends with this code
#   prints TEXT, prints_not TEXT  what that output must have, or must not: extended regular expressions
#   find_released                 sets $released: the checker as it is released, built now in a scratch folder of its own, as
#                                 its flags would make each development build start anew
#   find_checker                  sets $checker: the one of CONFIGDI_CHECK, else one that is built now
#   share_build                   for packages that use the checkout: sets $scratch to its scratch folder, or to the one that
#                                 SWIFTPM_BUILD_DIR names, where its modules are compiled. SwiftPM keeps a plan there, and
#                                 would take it for another package's, so it is removed before and after
set -euo pipefail
checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$checkout"
work=

say() { printf '%s: %s\n' "${0##*/}" "$1" >&2; }

fail() {
  say "$1"
  [ ! -s "$work/out" ] || cat "$work/out" >&2
  exit 1
}

make_work() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
}

expect() {
  local expected=$1 code=0
  shift
  "$@" >"$work/out" 2>&1 </dev/null || code=$?
  [ "$code" -eq "$expected" ] || fail "'$*' ended with $code, not $expected"
}

prints() { grep -qE -e "$1" "$work/out" || fail "'$1' was not printed"; }
prints_not() { ! grep -qE -e "$1" "$work/out" || fail "'$1' was printed"; }

find_released() {
  # Types are found by calling for them: finding them by their names takes a third of a check's start.
  local build=(swift build -c release --product configdi-check --scratch-path .build/static
    -Xswiftc -gnone -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)
  [ "$(uname -s)" != Linux ] || build+=(-Xswiftc -static-executable -Xlinker -s)
  "${build[@]}" >&2
  released=$("${build[@]}" --show-bin-path)
  released=$(realpath "$released/configdi-check")
}

find_checker() {
  checker=${CONFIGDI_CHECK:-}
  if [ -z "$checker" ]; then
    swift build --quiet --product configdi-check >&2
    checker=$(swift build --show-bin-path)/configdi-check
  fi
  checker=$(realpath "$checker")
}

share_build() {
  scratch=${SWIFTPM_BUILD_DIR:-$checkout/.build}
  export SWIFTPM_BUILD_DIR=$scratch
  forget_plan
  trap 'rm -rf "$work"; forget_plan' EXIT
}

forget_plan() { rm -f "$scratch"/{debug,release,plugin-tools}.yaml; }
