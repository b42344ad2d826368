# shellcheck shell=bash
# What several scripts share. They read it with `source` and have a function `usage`.

# With CDPATH, `cd` may enter a folder of the same name elsewhere, and prints it.
unset CDPATH

# Says what is wrong with the call, and ends.
refuse() {
    echo "$(basename "$0" .sh): $*" >&2
    exit 2
}

# Shows how the script is called, if that is asked for or too little is given. Arguments: the least number of arguments, and
# those of the script.
help_or_least() {
    local least=$1
    shift
    if [[ ${1:-} == -h || ${1:-} == --help ]]; then
        usage
        exit 0
    fi
    if (($# < least)); then
        usage >&2
        exit 2
    fi
}

# Says that the script does not know an option, and shows those that it knows.
refuse_option() {
    echo "$(basename "$0" .sh): unknown option '$1'" >&2
    usage >&2
    exit 2
}

# Prints the file with the standard openings of a rule and size. The caller stands in the project's folder.
standard_openings() {
    local file=scripts/openings/$1$2.txt
    [[ -f $file ]] || refuse "no standard openings for $1 on $2: $file is missing"
    echo "$PWD/$file"
}

# Prints the folder that cargo builds into. The caller stands in the project's folder.
target_folder() {
    mkdir -p "${CARGO_TARGET_DIR:-target}" && cd "${CARGO_TARGET_DIR:-target}" && pwd
}

# Is an option among others, with a value after it or after `=`? Arguments: its name, and the options.
has_option() {
    local name=$1 word
    shift
    for word in "$@"; do
        [[ $word != "$name" && $word != "$name="* ]] || return 0
    done
    return 1
}

# Do these options of `tournament` or `tune` say how long a move may take?
limit_moves() {
    has_option --tc "$@" || has_option --nodes "$@" || has_option --depth "$@"
}

# Prints the number of processors, on macOS too.
processors() {
    getconf _NPROCESSORS_ONLN
}

# Prints a program as the options of an engine name it: `cmd=...`. The path may hold blanks, commas and quotes.
engine_command() {
    sed "s/'/'\\\\''/g; s/,/\\\\,/g; s/^/cmd='/; s/\$/'/" <<<"$1"
}

# Prints the path of the program built from a commit. It is kept in target/sprt. The caller stands in the project's folder.
# Bash looks at no exit codes in here where the output is taken: every step that may fail says so itself.
build_commit() {
    local commit folder place
    commit=$(git rev-parse --verify --quiet "$1^{commit}") || refuse "'$1' is no commit"
    folder=$PWD/target/sprt
    place=$folder/$commit
    mkdir -p "$folder"
    if [[ ! -x $place/pbrain-kagetsu ]]; then
        echo "building $1 ($commit)" >&2
        # A build that was broken off leaves its files behind.
        git worktree remove --force "$place/source" 2>/dev/null || rm -rf "$place/source"
        git worktree prune
        git worktree add --detach --quiet "$place/source" "$commit" || refuse "the files of '$1' cannot be written"
        (cd "$place/source" && CARGO_TARGET_DIR=$folder/build cargo build --release --locked --quiet) >&2 ||
            refuse "'$1' does not build"
        { cp "$folder/build/release/pbrain-kagetsu" "$place/pbrain-kagetsu.part" &&
            mv "$place/pbrain-kagetsu.part" "$place/pbrain-kagetsu"; } || refuse "the program of '$1' cannot be kept"
        git worktree remove --force "$place/source"
    fi
    echo "$place/pbrain-kagetsu"
}
