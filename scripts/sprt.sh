#!/usr/bin/env bash
# Builds two commits and lets the new one play the old one until a sequential test is decided.
# Needs the standard openings of the rule and size in scripts/openings.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/sprt.sh OLD NEW [--gain | --simplify] [--rule RULE] [--size SIZE] [-- OPTION...]

OLD and NEW are commits; NEW is tested.
  --gain       does it gain strength? Bounds [0, 5] in logistic Elo (default)
  --simplify   does it lose none? Bounds [-5, 0]
  --rule RULE  freestyle (default), standard, renju or caro
  --size SIZE  15 (default) or, for freestyle, 20
What follows -- goes to `pbrain-kagetsu tournament`, such as --tc 0.2, --nodes 20000, --concurrency 4 or --games 2000.
Without a limit there the engines have 0.1 s for each move, and without --tolerance a move may exceed its limit by 50 ms.
--sprt there takes the place of the bounds.

Everything is kept in target/sprt: the builds by commit, and the games in a folder of their own. The same command goes
on where it was stopped. Exit code: 0 passed, 4 failed, 5 not decided by the last game, 6 decided only with games that
were lost by faults (the same command goes on), 1 failure, 2 bad input, 130 interrupted.
TEXT
}

help_or_least 2 "$@"
old=$1 new=$2 bounds=elo0=0,elo1=5 rule=freestyle size=15
shift 2
while (($#)); do
    case $1 in
        --gain) bounds=elo0=0,elo1=5 ;;
        --simplify) bounds=elo0=-5,elo1=0 ;;
        --rule) rule=${2:?--rule needs a rule} && shift ;;
        --size) size=${2:?--size needs a size} && shift ;;
        --)
            shift
            break
            ;;
        *) refuse_option "$1" ;;
    esac
    shift
done

cd "$(dirname "$0")/.."
openings=$(standard_openings "$rule" "$size")
folder=$PWD/target/sprt

old_program=$(build_commit "$old")
new_program=$(build_commit "$new")
cargo build --release --locked --quiet

limit=(--tc 0.1)
if limit_moves "$@"; then limit=(); fi
tolerance=(--tolerance 50)
if has_option --tolerance "$@"; then tolerance=(); fi
test=(--sprt "$bounds")
if has_option --sprt "$@"; then test=(); fi
test_name=$(basename "$(dirname "$new_program")" | cut -c 1-10)-against-$(basename "$(dirname "$old_program")" | cut -c 1-10)
settings=$(printf '%s ' "$rule" "$size" "$bounds" "$@" | cksum | cut -d ' ' -f 1)
match=$folder/$test_name-$settings
mkdir -p "$match"

program=$(target_folder)/release/pbrain-kagetsu
# Names of files behind -- are from where the caller stands.
cd "$OLDPWD"
exec "$program" tournament \
    --engine "$(engine_command "$new_program"),name=new" --engine "$(engine_command "$old_program"),name=old" \
    --rule "$rule" --size "$size" --openings "$openings" --order random --symmetries --seed 1 \
    --games 40000 --out "$match" --resume ${test[@]+"${test[@]}"} \
    ${limit[@]+"${limit[@]}"} ${tolerance[@]+"${tolerance[@]}"} "$@"
