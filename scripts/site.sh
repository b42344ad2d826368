#!/usr/bin/env bash
# Writes the page that needs no server: a folder of files for any web server, under any path. Needs the target
# wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`.
set -euo pipefail
usage() { echo "usage: $0 FOLDER"; }
[[ ${1:-} == --help ]] && { usage; exit 0; }
[[ $# == 1 ]] || { usage >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
if ! rustc --print target-libdir --target "$target" | xargs test -d; then
  echo "$0: the target $target is missing: rustup target add $target" >&2
  exit 1
fi
# What every browser of the last years has. The networks lie beside the program.
export RUSTFLAGS="--cfg kagetsu_files_outside -C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
cargo build --quiet --profile browser -p kagetsu-browser --target "$target"
unset RUSTFLAGS
program=${CARGO_TARGET_DIR:-target}/$target/browser/kagetsu_browser.wasm
cargo run --quiet -p kagetsu-play --example site -- "$out" "$program"
echo "$out: $(find "$out" -type f | wc -l) files, $(du -sh "$out" | cut -f1)"
