#!/usr/bin/env bash
# Writes the page that needs no server: a folder of files for any web server, under any path. Needs the target
# wasm32-unknown-unknown: `rustup target add wasm32-unknown-unknown`. With --bench it measures the search instead, beside that
# of the program, with node.
set -euo pipefail
usage() { echo "usage: $0 FOLDER | --bench"; }
[[ ${1:-} == --help ]] && { usage; exit 0; }
[[ $# == 1 ]] || { usage >&2; exit 2; }
if [[ $1 != --bench ]]; then
  mkdir -p "$1"
  out=$(cd "$1" && pwd)
fi
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
if [[ ! -d $(rustc --print target-libdir --target "$target") ]]; then
  echo "$0: the target $target is missing: rustup target add $target" >&2
  exit 1
fi
# What every browser of the last years has. The networks lie beside the program.
features="-C target-feature=+simd128,+bulk-memory,+sign-ext,+nontrapping-fptoint"
built=${CARGO_TARGET_DIR:-target}
program=$built/$target/browser/kagetsu_browser.wasm
if [[ $1 == --bench ]]; then
  RUSTFLAGS=$features cargo build --quiet --profile browser -p kagetsu-browser --features bench --target "$target"
  cargo build --quiet --release --package pbrain-kagetsu --no-default-features
  "$built/release/pbrain-kagetsu" bench | tail -2
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
export RUSTFLAGS="--cfg kagetsu_files_outside $features"
cargo build --quiet --profile browser -p kagetsu-browser --target "$target"
unset RUSTFLAGS
cargo run --quiet -p kagetsu-play --example site -- "$out" "$program"
echo "$out: $(find "$out" -type f | wc -l) files, $(du -sh "$out" | cut -f1)"
