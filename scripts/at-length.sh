#!/usr/bin/env bash
# Compares two builds at length: a match at many nodes a move, then the prediction loss of both at growing numbers of
# nodes. Short searches hide what a change does to long ones.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/at-length.sh OLD NEW [--rule RULE] [--size SIZE] [--nodes N] [--games N] [--forecast-nodes "N N N"]
                            [--positions N] [--threads N]

OLD and NEW are commits, or programs: a path to a file that can be run.
  --rule RULE             freestyle (default), standard, renju or caro
  --size SIZE             20 (default for freestyle) or 15 (default for the others)
  --nodes N               nodes for each move of the match (default 100000)
  --games N               games of the match, every opening with both colours (default 400)
  --forecast-nodes LIST   nodes for each score of the forecasts (default "10000 40000 160000")
  --positions N           positions of each forecast (default 2000)
  --threads N             games and forecasts at the same time (default 1)

The forecasts take positions of the games of the match, 10 to 60 stones before the end. The table at the end has the
mean loss of each build at each number of nodes, the difference with its standard error, and how much a doubling of the
nodes from the row before is worth to each: a search that scales better gains more by it.

Everything is kept in target/at-length, a folder for each pair of builds and set of settings. The same command goes on
where it was stopped, and prints the table again when all is done.
TEXT
}

help_or_least 2 "$@"
old=$1 new=$2 rule=freestyle size="" nodes=100000 games=400 steps="10000 40000 160000" positions=2000 threads=1
shift 2
while (($#)); do
    case $1 in
        --rule) rule=${2:?--rule needs a rule} && shift ;;
        --size) size=${2:?--size needs a size} && shift ;;
        --nodes) nodes=${2:?--nodes needs a number} && shift ;;
        --games) games=${2:?--games needs a number} && shift ;;
        --forecast-nodes) steps=${2:?--forecast-nodes needs numbers} && shift ;;
        --positions) positions=${2:?--positions needs a number} && shift ;;
        --threads) threads=${2:?--threads needs a number} && shift ;;
        *) refuse_option "$1" ;;
    esac
    shift
done
if [[ -z $size ]]; then
    case $rule in
        freestyle) size=20 ;;
        *) size=15 ;;
    esac
fi

# Prints the path of a program, or of the program built from a commit.
program_of() {
    if [[ -f $1 && -x $1 ]]; then realpath "$1"; else build_commit "$1"; fi
}

# A relative path to a program is one from where the caller stands.
if [[ -f $old ]]; then old=$(realpath "$old"); fi
if [[ -f $new ]]; then new=$(realpath "$new"); fi
cd "$(dirname "$0")/.."
openings=$(standard_openings "$rule" "$size")
old_program=$(program_of "$old")
new_program=$(program_of "$new")

settings=$(cat "$old_program" "$new_program" <(echo "$rule $size $nodes $games $positions") | cksum | cut -d ' ' -f 1)
place=$PWD/target/at-length/$rule$size-$settings
mkdir -p "$place/match"

"$new_program" tournament \
    --engine "$(engine_command "$new_program"),name=new" --engine "$(engine_command "$old_program"),name=old" \
    --rule "$rule" --size "$size" --openings "$openings" --order random --symmetries --seed 1 \
    --nodes "$nodes" --games "$games" --concurrency "$threads" --out "$place/match" --resume

# Writes the scores of a build at a number of nodes and what `forecast` says of them, unless that is done.
forecast() {
    local name=$1 program=$2 count=$3
    shift 3
    local result=$place/$name-$count
    if [[ ! -f $result.txt ]]; then
        "$program" forecast "$place/match/games.jsonl" --stones 8..400 --left 10..60 --positions "$positions" \
            --nodes "$count" --threads "$threads" --out "$result.jsonl" --force "$@" >"$result.part"
        mv "$result.part" "$result.txt"
    fi
}

# Prints a number of such a result, by the word that its line begins with.
number_of() {
    awk -v word="$2" -v field="$3" '$1 == word { print $field }' "$1"
}

rows=()
for count in $steps; do
    forecast old "$old_program" "$count"
    forecast new "$new_program" "$count" --against "$place/old-$count.jsonl"
    rows+=("$count $(number_of "$place/old-$count.txt" loss 2) $(number_of "$place/new-$count.txt" loss 2) \
        $(number_of "$place/new-$count.txt" difference 2) $(number_of "$place/new-$count.txt" difference 4)")
done

"$new_program" tournament --report "$place/match"
echo "Prediction loss, lower is better; the last two columns are the change for a doubling of the nodes"
printf '%s\n' "${rows[@]}" | awk '
    BEGIN { printf "%8s %8s %8s %19s %9s %9s\n", "nodes", "old", "new", "new - old", "old", "new" }
    {
        printf "%8d %8.4f %8.4f %+9.4f +- %6.4f", $1, $2, $3, $4, $5
        if (NR > 1) {
            doublings = log($1 / nodes) / log(2)
            printf " %+9.4f %+9.4f", ($2 - old) / doublings, ($3 - new) / doublings
        }
        printf "\n"
        nodes = $1; old = $2; new = $3
    }'
