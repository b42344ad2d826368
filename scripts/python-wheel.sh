#!/usr/bin/env bash
# Builds the wheel of the Python module (src/faces/python) and tests it.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/python-wheel.sh [FOLDER]

Leaves the wheel in FOLDER (default: target/wheels), with the licences of the libraries in it, when it has passed its tests in
a clean virtual environment. Needs Rust and a Python with venv; fetches maturin, mypy, numpy and pytest. Another Python is
tried by PYTHON=python3.13 scripts/python-wheel.sh
TEXT
}

help_or_least 0 "$@"
[[ ${1:-} != -* ]] || refuse_option "$1"
root=$(cd "$(dirname "$0")/.." && pwd)
wheels=$(mkdir -p "${1:-$root/target/wheels}" && cd "${1:-$root/target/wheels}" && pwd)
venv=$(mktemp -d)
# The wheel takes what begins with LICENSE from the folder of the module.
licences=$root/src/faces/python/LICENSE-THIRD-PARTY.txt
trap 'rm -rf "$venv" "$licences"' EXIT

"${PYTHON:-python3}" -m venv "$venv"
bin=$venv/bin
[[ -d $bin ]] || bin=$venv/Scripts # Windows
"$bin/pip" install --quiet 'maturin>=1.9,<2'
export CARGO_TARGET_DIR="$root/target/python"
"$bin/python" "$root/scripts/packaging/third-party.py" "$licences" --manifest-path src/faces/python/Cargo.toml \
    --package kagetsu-python
(cd "$root/src/faces/python" && "$bin/maturin" build --release --locked --out "$venv/wheel")
wheel=$(echo "$venv"/wheel/*.whl)
"$bin/python" -m zipfile --list "$wheel" | grep LICENSE-THIRD-PARTY
"$bin/pip" install --quiet "${wheel}[test]"
# The program makes the dataset of a test, where it is built.
for program in "$root"/target/{release,debug}/pbrain-kagetsu; do
    [[ -x $program ]] && export KAGETSU_PROGRAM=${KAGETSU_PROGRAM:-$program}
done
# The folder of the sources would be found before what is installed.
cd "$venv"
"$bin/python" -m mypy.stubtest kagetsu
"$bin/python" -B -m pytest -q -p no:cacheprovider "$root/src/faces/python/tests"
cp "$wheel" "$wheels"
ls "$wheels"
