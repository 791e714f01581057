#!/usr/bin/env bash
# What a reset costs: "bmsql build" of 10 warehouses, a run at full speed, and "bmsql reset", whose time is held against the build's;
# then a second run, whose throughput is held against the first one's, and a reset from a kept copy. After each reset the fingerprint
# must be that of the load.
#   run/bench/reset.sh [WAREHOUSES [SECONDS [setting=value ...]]]   (10, 300; settings of the server, such as fsync=off)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
warehouses=${1:-10}
run_seconds=${2:-300}
settings=("${@:3}")

build_program
start_server "${settings[@]}"
bmsql=$root/run/bmsql
cd "$scratch"
props reset.props "warehouses=$warehouses" terminals=8 loadWorkers=2 seed=1 terminalWarehouseFixed=false \
    runMins="$(awk "BEGIN {print $run_seconds / 60}")"

# wall COMMAND WORD...: one command, with its wall seconds in the variable "seconds".
wall() {
    local begin=$EPOCHREALTIME log=$1.log
    "$bmsql" "$1" reset.props "${@:2}" >"$log" 2>&1 || { tail -20 "$log" >&2; exit 1; }
    seconds=$(awk "BEGIN {printf \"%.2f\", $EPOCHREALTIME - $begin}")
    printf '%-12s %7.2f s\n' "$1" "$seconds"
    grep -aE '^# .* done in|^# Rows as|^Reset |^Kept |^Fingerprint ' "$log" | sed 's/^/    /' || true
}

# A run into the folder, with its New-Orders a minute in the variable "rate"; further words go to the program.
run_into() {
    wall run --progress=none "-DresultDirectory=$1" "${@:2}"
    rate=$(sed -nE 's/^ *"tpmC" : ([0-9.]+).*/\1/p' "$1/summary.json" | head -1)
    echo "    $rate New-Orders a minute"
}

wall build --progress=none
build_seconds=$seconds
run_into first
first_rate=$rate
wall reset
rows_seconds=$seconds
wall fingerprint --as-loaded
run_into second
second_rate=$rate
wall reset --way template
# How long a copy takes does not depend on the run.
run_into third -DrunMins=0.5
wall reset --way template
template_seconds=$seconds
wall fingerprint --as-loaded

after="after $run_seconds s of a run on $warehouses warehouses"
echo
echo "reset: $(ratio "$build_seconds" "$rows_seconds") x faster than the build $after (goal >= 5)"
echo "reset --way template: $(ratio "$build_seconds" "$template_seconds") x faster than the build $after (goal >= 5)"
echo "build : reset : template = 1 : $(ratio "$rows_seconds" "$build_seconds") : $(ratio "$template_seconds" "$build_seconds")"
echo "tpmC after reset against tpmC after build: $(ratio "$second_rate" "$first_rate") (goal 1)"
