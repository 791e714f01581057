#!/usr/bin/env bash
# What the ledger costs the load generator: CPU an entry, measured alone on a real file, times the entries of a real run (2 warehouses,
# 4 terminals, no waits), against the program's CPU in that run, without the start of its JVM. Two runs against each other would
# drown the difference in noise.
#   run/bench/ledger.sh [SECONDS]   (60)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
seconds=${1:-60}

build_program
start_server
bmsql=$root/run/bmsql
cd "$scratch"

props ledger.props warehouses=2 terminals=4 loadWorkers=2 ledger=true resultDirectory=ledger \
    runMins="$(awk "BEGIN {print $seconds / 60}")"
"$bmsql" build ledger.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }
"$bmsql" run ledger.props --progress=none >run.log || { tail -20 run.log >&2; exit 1; }
"$bmsql" ledger verify ledger.props ledger | tail -1
cpu_seconds=$(awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) column[$i] = i; next}
    {sum += $column["cpu_pct"] / 100 * ($column["elapsed_s"] - last); last = $column["elapsed_s"]}
    END {printf "%.2f", sum}' ledger/data/load_generator.csv)
java -cp "$bench_classpath" io.bmsql.check.LedgerBench ledger/data/ledger.bin "$cpu_seconds"
