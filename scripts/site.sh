#!/usr/bin/env bash
# Builds the page that needs no server, or measures its search.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/site.sh FOLDER | --bench

Writes the page that needs no server into FOLDER, for any web server, under any path. With --bench it measures the search of the
program for browsers instead, beside that of the program for this machine, with node. Needs the target wasm32-unknown-unknown
(`rustup target add wasm32-unknown-unknown`) and Python, which collects the licences of the libraries.
TEXT
}

help_or_least 1 "$@"
(($# == 1)) || refuse_option "$2"
[[ $1 == --bench || $1 != -* ]] || refuse_option "$1"
if [[ $1 != --bench ]]; then
    mkdir -p "$1"
    out=$(cd "$1" && pwd)
fi
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
[[ -d $(rustc --print target-libdir --target "$target") ]] || refuse "the target $target is missing: rustup target add $target"
# What every browser of the last years has. The networks lie beside the program.
features="-C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
built=${CARGO_TARGET_DIR:-target}
program=$built/$target/browser/kagetsu_browser.wasm
if [[ $1 == --bench ]]; then
    RUSTFLAGS=$features cargo build --locked --quiet --profile browser -p kagetsu-browser --features bench --target "$target"
    cargo build --locked --quiet --release --package pbrain-kagetsu --no-default-features
    "$built/release/pbrain-kagetsu" bench | tail -n 2
    # shellcheck disable=SC2016
    node --input-type=module -e '
        import { readFileSync } from "node:fs";
        const env = { now: () => performance.now(), tell() {} };
        const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[1]), { env });
        const begin = performance.now();
        const nodes = instance.exports.signature();
        const ms = performance.now() - begin;
        console.log(`${nodes} nodes, ${ms.toFixed()} ms, ${((1000 * nodes) / ms).toFixed()} nps in WebAssembly`);
    ' "$program"
    exit
fi
RUSTFLAGS="--cfg kagetsu_files_outside $features" \
    cargo build --locked --quiet --profile browser -p kagetsu-browser --target "$target"
cargo run --locked --quiet -p kagetsu-play --example site -- "$out" "$program"
cp LICENSE-APACHE LICENSE-MIT "$out"
scripts/packaging/third-party.py "$out/THIRD-PARTY.txt" --package kagetsu-browser --target "$target"
echo "$out: $(find "$out" -type f | wc -l) files, $(du -sh "$out" | cut -f1)"
