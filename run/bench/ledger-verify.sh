#!/usr/bin/env bash
# How the time and the memory of "bmsql ledger verify" grow with the ledger: made-up ledgers of about 2 and 20 million entries (orders of
# one line) of 20 warehouses, each with its own database in which all of it took place. The heap is limited to 300 MB.
#   run/bench/ledger-verify.sh [ENTRIES]   (2000000; the second ledger has ten times as many)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
entries=${1:-2000000}
warehouses=20

build_program
start_server fsync=off synchronous_commit=off full_page_writes=off autovacuum=off wal_level=minimal max_wal_senders=0
bmsql=$root/run/bmsql
export BMSQL_JAVA_OPTS=-Xmx300m
cd "$scratch"

# verified TIMES: sets seconds, count and peak_mb.
verified() {
    local database=made_up_$1 orders
    orders=$(awk "BEGIN {printf \"%d\", $1 * $entries / $warehouses / 21}")
    count=$(java -cp "$bench_classpath" io.bmsql.check.MadeUpRun "$root" "$SERVER_URL" "$database" $warehouses "$orders")
    : >"$database/data/runInfo.csv"
    SERVER_URL=${SERVER_URL%/*}/$database props "$database.props" warehouses=$warehouses
    local before
    before=$(server_cpu_seconds)
    watched "$bmsql" ledger verify "$database.props" "$database" --progress=none
    seconds=$(sed -n 's/^Ledger: .* after \([0-9.]*\) s$/\1/p' watched.log)
    grep -q 'nothing is missing' watched.log
    server_seconds=$(awk "BEGIN {printf \"%.2f\", $(server_cpu_seconds) - $before}")
    all_cpu=$(awk "BEGIN {print $cpu_seconds + $server_seconds}")
    echo "$count entries: $seconds s, $cpu_seconds s CPU and $server_seconds s of the server, at most $peak_mb MB resident with" \
        "$BMSQL_JAVA_OPTS"
}

verified 1
first=$seconds
first_cpu=$all_cpu
verified 10
echo "$(ratio "$all_cpu" "$first_cpu") times the CPU, which a busy host changes less"
echo "ledger verify: $(ratio "$seconds" "$first") times the time for ten times the entries (goal <= 11)"
