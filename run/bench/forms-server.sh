#!/usr/bin/env bash
# The server's CPU in each form of transactions: the standard mix without think times, a fixed number of transactions, forms in turn.
#   run/bench/forms-server.sh [ROUNDS] [TRANSACTIONS] [WAREHOUSES] [key=value ...]   (3 30000 10)
# Settings such as foreignKeys=false hold for the build and for every run.
# User and system time of all processes of PostgreSQL, for 1,000 New-Orders. It does not wait for the disk (fsync=off), which takes
# no CPU away, and does not vacuum, which would fall into one form or another.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
need psql postgresql-client
rounds=${1:-3}
transactions=${2:-30000}
warehouses=${3:-10}
shift $(($# < 3 ? $# : 3))
terminals=10

build_program
start_server fsync=off autovacuum=off
bmsql=$root/run/bmsql
cd "$scratch"

props build.props warehouses="$warehouses" terminals=$terminals loadWorkers=2 useStoredProcedures=true "$@"
"$bmsql" build build.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }

orders() {
    psql -At -c 'select sum(d_next_o_id) from bmsql_district'
}

# form_run NAME [key=value ...]: CPU seconds of the server for 1,000 New-Orders.
form_run() {
    local name=$1 cpu before
    shift
    rm -rf "$name"
    props "$name.props" warehouses="$warehouses" terminals=$terminals terminalWarehouseFixed=false limitTxnsPerMin=0 seed=7 \
        runTxnsPerTerminal=$((transactions / terminals)) resultDirectory="$name" "$@"
    cpu=$(server_cpu_seconds)
    before=$(orders)
    "$bmsql" run "$name.props" --progress=none >"$name.log" 2>&1 || { tail -20 "$name.log" >&2; exit 1; }
    awk "BEGIN {printf \"%.3f\", ($(server_cpu_seconds) - $cpu) * 1000 / ($(orders) - $before)}"
}

form_run warm-up "$@" >/dev/null
echo "server CPU s / 1000 New-Orders, standard mix, $transactions transactions, $warehouses warehouses${*:+, $*}"
echo "round   plain   batch   procedures   procedures : batch"
for round in $(seq "$rounds"); do
    plain=$(form_run plain "$@")
    batch=$(form_run batch batchStatements=true "$@")
    procedures=$(form_run procedures useStoredProcedures=true "$@")
    printf '%5s   %5s   %5s   %10s   %18s\n' "$round" "$plain" "$batch" "$procedures" "$(ratio "$procedures" "$batch")" | tee -a table
done
median=$(awk '{print $5}' table | sort -n | awk '{all[NR] = $1} END {print all[int((NR + 1) / 2)]}')
echo
echo "forms-server: procedures take $median x the server CPU of batches per New-Order, median of $rounds rounds (goal <= 0.75)"
