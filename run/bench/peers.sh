#!/usr/bin/env bash
# bmsql and other tools in turn on one PostgreSQL: medians and ranges of New-Orders a minute, and the CPU of client and server.
#   [GO_TPC=PROGRAM] [BENCHBASE=FOLDER] [HAMMERDB=FOLDER] [BENCHMARKSQL=FOLDER] run/bench/peers.sh [SECONDS [WAREHOUSES [ROUNDS]]]
#   (60 10 3)
# GO_TPC is the program, BENCHBASE the folder with benchbase.jar, HAMMERDB the folder with hammerdbcli, BENCHMARKSQL the folder "run" of
# a BenchmarkSQL. What has no variable is left out; pgbench takes part where it is installed. Nothing is fetched. Each tool loads a
# database of its own, with its own tables, once. Then every round lets each of them run, flat out, with 10 sessions, the next round in
# the other direction. A tool more is a file in run/bench/peers: a function load, and a function run that prints New-Orders a minute.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
seconds=${1:-60}
warehouses=${2:-10}
rounds=${3:-3}
sessions=10
export seconds warehouses sessions here root scratch

peers=(bmsql-plain bmsql-batch bmsql-procedures)
if command -v pgbench >/dev/null; then peers+=(pgbench); fi
[ -z "${GO_TPC:-}" ] || peers+=(go-tpc)
[ -z "${BENCHBASE:-}" ] || peers+=(benchbase)
[ -z "${HAMMERDB:-}" ] || peers+=(hammerdb)
[ -z "${BENCHMARKSQL:-}" ] || peers+=(benchmarksql)

build_program
# shellcheck disable=SC2086 # settings of the server are words
start_server ${PEERS_SERVER:-}
cd "$scratch"

# call PEER FUNCTION: in a shell and a folder of its own, in the peer's database. All forms of bmsql share a file.
call() {
    local file=$1
    [[ $1 != bmsql-* ]] || file=bmsql
    mkdir -p "$1"
    # shellcheck disable=SC1090
    (cd "$1" && export PGDATABASE="peer_${1//-/_}" && . "$here/peers/$file.sh" && "$2" "$1")
}

# measured PEER: one run; its figures go to PEER.figures as "New-Orders client-CPU server-CPU", the CPU for 1,000 New-Orders.
measured() {
    local before after
    before=$(server_cpu_seconds)
    timed "$1.time" call "$1" run >"$1.out" 2>"$1.err" || { tail -20 "$1.err" "$1.out" >&2; exit 1; }
    sleep 1
    after=$(server_cpu_seconds)
    rate=$(tail -1 "$1.out")
    [[ $rate =~ ^[0-9.]+$ ]] || { echo "$1 told no New-Orders a minute but: $rate" >&2; exit 1; }
    awk -v rate="$rate" -v seconds="$seconds" -v server="$(awk "BEGIN {print $after - $before}")" \
        '{orders = rate * seconds / 60; printf "%.0f %.2f %.2f\n", rate, $2 * 1000 / orders, server * 1000 / orders}' \
        "$1.time" | tee -a "$1.figures" | sed "s/^/    $1: /"
}

# median_and_range FILE COLUMN FORMAT
median_and_range() {
    sort -n -k"$2,$2" "$1" | awk -v column="$2" -v format="$3" '
        {value[NR] = $column}
        END {
            median = (value[int((NR + 1) / 2)] + value[int(NR / 2) + 1]) / 2
            printf format " (" format " to " format ")", median, value[1], value[NR]
        }'
}

for peer in "${peers[@]}"; do
    psql -qX -d postgres -c "create database peer_${peer//-/_}"
    echo "loading for $peer"
    call "$peer" load >"$peer.load" 2>&1 || { tail -20 "$peer.load" >&2; exit 1; }
done
for ((round = 1; round <= rounds; round++)); do
    echo "round $round"
    for ((at = 0; at < ${#peers[@]}; at++)); do
        measured "${peers[round % 2 ? at : ${#peers[@]} - 1 - at]}"
    done
done

echo
echo "$warehouses warehouses, $sessions sessions, flat out, $seconds s, $rounds rounds; medians (lowest to highest)"
printf '%-18s %-28s %-26s %s\n' "" "New-Orders a minute" "client CPU s / 1000" "server CPU s / 1000"
for peer in "${peers[@]}"; do
    printf '%-18s %-28s %-26s %s\n' "$peer" "$(median_and_range "$peer.figures" 1 %.0f)" "$(median_and_range "$peer.figures" 2 %.2f)" \
        "$(median_and_range "$peer.figures" 3 %.2f)"
done
[[ " ${peers[*]} " != *" pgbench "* ]] || echo "pgbench runs New-Order and Payment 1:1 with bmsql's statements and tables; the others run the whole mix."
