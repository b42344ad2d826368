#!/usr/bin/env bash
# The gate: everything that must hold before a commit.
set -uo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/check.sh [--untested]

Runs all steps, then names those that failed. With --untested it leaves the tests out, for callers that have run them.
TEXT
}

help_or_least 0 "$@"
(($# == 0)) || [[ $* == --untested ]] || refuse_option "$1"
cd "$(dirname "$0")/.." || exit

failed=()
left_out=("the page without a server (tested where it is published)" "the Python module (scripts/python-wheel.sh)")
step() {
    local name=$1 start=$SECONDS
    shift
    echo "== $name: $*"
    if "$@"; then
        echo "== $name: passed in $((SECONDS - start)) s"
    else
        echo "== $name: FAILED in $((SECONDS - start)) s"
        failed+=("$name")
    fi
}

step format cargo fmt --all --check
# Its build has a folder of its own: it waits for no other.
step signature scripts/signature.sh
step clippy cargo clippy --locked --workspace --all-targets --quiet -- -D warnings
if [[ ${1:-} != --untested ]]; then
    step tests cargo test --locked --quiet --no-fail-fast --tests
    step doctests cargo test --locked --quiet --doc
fi
# Together, so that what both need is checked once.
step bare cargo clippy --locked --package pbrain-kagetsu --package kagetsu-play --no-default-features \
    --features kagetsu-play/host --quiet -- -D warnings
step docs env RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --exclude kagetsu-test-support --quiet --no-deps \
    --document-private-items
# Has the module of Python, which is a workspace of its own, the version of the others?
same_version() {
    grep -qxF "$(grep -m 1 '^version = ' Cargo.toml)" src/faces/python/Cargo.toml
}
step python-version same_version
# Its lock holds what the members need.
step python-lock cargo update --workspace --locked --quiet --manifest-path src/faces/python/Cargo.toml
if command -v shellcheck >/dev/null; then
    step scripts shellcheck --external-sources scripts/*.sh .ci/run
else
    left_out+=("scripts (shellcheck is not installed)")
fi
if ! cargo deny --version >/dev/null 2>&1; then
    echo "== deny: skipped, cargo-deny is not installed"
    left_out+=("deny (cargo-deny is not installed)")
elif cargo deny fetch db >/dev/null 2>&1; then
    step deny cargo deny check
else
    # Without a network the known faults cannot be looked up. All else can.
    step deny cargo deny --offline check bans licenses sources
    left_out+=("advisories of deny (the database could not be fetched)")
fi

# The last line names what was not looked at, so that nobody takes it for passed.
note=
for name in "${left_out[@]+"${left_out[@]}"}"; do
    note+=", not looked at: $name"
done
if ((${#failed[@]})); then
    echo "check: FAILED: ${failed[*]}$note"
    exit 1
fi
if [[ ${1:-} == --untested ]]; then
    note+=", tests left out as asked"
fi
echo "check: all steps passed$note"
