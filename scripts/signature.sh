#!/usr/bin/env bash
# Compares the node count of the search with the one that is kept.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/signature.sh [--update]

Compares the node count of `bench` in a release build of the bare engine with the one in benches/SIGNATURE. With --update it
writes the new count there instead.
TEXT
}

help_or_least 0 "$@"
(($# == 0)) || [[ $* == --update ]] || refuse_option "$1"
cd "$(dirname "$0")/.."

# A folder of its own: the whole program may be in the other one.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-target}/bare-engine
cargo build --release --locked --quiet --package pbrain-kagetsu --no-default-features
last_line=$("$CARGO_TARGET_DIR/release/pbrain-kagetsu" bench | tail -n 1 | tr -d '\r')
actual=${last_line#Bench: }
if ! [[ $actual =~ ^[0-9]+$ ]]; then
    echo "signature: bench ended with '$last_line' and not with a node count" >&2
    exit 1
fi

if [[ ${1:-} == --update ]]; then
    echo "$actual" >benches/SIGNATURE
    echo "signature: benches/SIGNATURE is now $actual"
    exit 0
fi

expected=$(tr -d '\r\n' <benches/SIGNATURE)
if [[ $actual != "$expected" ]]; then
    echo "signature: bench visits $actual nodes, benches/SIGNATURE says $expected" >&2
    echo "If the change of play is meant, run: scripts/signature.sh --update" >&2
    exit 1
fi
echo "signature: $actual nodes, as expected"
