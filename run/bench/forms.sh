#!/usr/bin/env bash
# The load generator's own CPU in each form of transactions, against pgbench's for the same statements: 10 terminals, no waits.
#   run/bench/forms.sh [SECONDS] [WAREHOUSES]   (60 10)
# New-Order and Payment 1:1. User and system time of the client process alone, over the New-Orders that end in SECONDS after a warm-up
# of 20 seconds; what the warm-up of the JVM itself costs is printed beside it. pgbench sends statement by statement, prepared, once
# before and once after the forms, and the mean of both counts, since other work on the machine moves every figure.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
need pgbench postgresql-client
seconds=${1:-60}
warehouses=${2:-10}
terminals=10
warm_up=20

build_program
start_server
bmsql=$root/run/bmsql
cd "$scratch"

props build.props warehouses="$warehouses" terminals=$terminals loadWorkers=2
"$bmsql" build build.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }

# own_ticks PID: user and system time, without children.
own_ticks() {
    awk '{sub(/.*\) /, ""); print $12 + $13}' "/proc/$1/stat"
}

new_orders_of_pgbench() {
    awk '/ - [0-9]+ transactions/ {print $2; exit}' "$1"
}

# pgbench_run NAME: CPU seconds for 1,000 New-Orders.
pgbench_run() {
    timed "$1.time" pgbench -n -M prepared -c $terminals -j 2 -T "$seconds" -D warehouses="$warehouses" \
        -f "$here/pgbench/new-order.sql@1" -f "$here/pgbench/payment.sql@1" >"$1.log"
    awk "{printf \"%.3f\", \$2 * 1000 / $(new_orders_of_pgbench "$1.log")}" "$1.time"
}

# bmsql_run NAME [key=value ...]: "steady warm-up": CPU seconds for 1,000 New-Orders, and those spent up to the end of the warm-up.
bmsql_run() {
    local name=$1 pid start from to orders ticks
    shift
    ticks=$(getconf CLK_TCK)
    props "$name.props" warehouses="$warehouses" terminals=$terminals terminalWarehouseFixed=false limitTxnsPerMin=0 seed=7 \
        runMins="$(awk "BEGIN {print ($seconds + $warm_up + 5) / 60}")" resultDirectory="$name" newOrderWeight=50 \
        paymentWeight=50 orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0 "$@"
    "$bmsql" run "$name.props" --progress=none >"$name.log" 2>&1 &
    pid=$!
    until [ -s "$name/data/result.csv" ] && [ "$(wc -l <"$name/data/result.csv")" -gt 1 ]; do
        kill -0 $pid 2>/dev/null || { tail -20 "$name.log" >&2; exit 1; }
        sleep 0.2
    done
    start=$(date +%s%3N)
    sleep $warm_up
    from=$(own_ticks $pid)
    from_ms=$(($(date +%s%3N) - start))
    sleep "$seconds"
    to=$(own_ticks $pid)
    to_ms=$(($(date +%s%3N) - start))
    wait $pid || { tail -20 "$name.log" >&2; exit 1; }
    # The first rows reach the file within a second of their end; the window is as long for the rows as for the CPU.
    orders=$(awk -F, -v from="$from_ms" -v to="$to_ms" \
        '$5 == "NEW_ORDER" && $8 == 0 && $2 >= from && $2 < to {n++} END {print n + 0}' "$name/data/result.csv")
    awk "BEGIN {printf \"%.3f %.1f\", ($to - $from) * 1000 / $ticks / $orders, $from / $ticks}"
}

first=$(pgbench_run first)
read -r plain plain_warm <<<"$(bmsql_run plain)"
read -r batch batch_warm <<<"$(bmsql_run batch batchStatements=true)"
read -r procedures procedures_warm <<<"$(bmsql_run procedures useStoredProcedures=true)"
second=$(pgbench_run second)
pgbench=$(awk "BEGIN {printf \"%.3f\", ($first + $second) / 2}")

echo
echo "client CPU s / 1000 New-Orders, New-Order and Payment 1:1, $warehouses warehouses, $seconds s each; bmsql after a warm-up of $warm_up s"
printf 'pgbench, statement by statement  %6.3f  (%s and %s)\n' "$pgbench" "$first" "$second"
printf 'bmsql, plain                     %6.3f  warm-up and start of the JVM %s s\n' "$plain" "$plain_warm"
printf 'bmsql, batchStatements           %6.3f  warm-up and start of the JVM %s s\n' "$batch" "$batch_warm"
printf 'bmsql, useStoredProcedures       %6.3f  warm-up and start of the JVM %s s\n' "$procedures" "$procedures_warm"
echo
echo "forms: plain $(ratio "$plain" "$pgbench") x pgbench's client CPU per New-Order (goal <= 1.3)"
echo "forms: batchStatements $(ratio "$batch" "$pgbench") x pgbench's client CPU per New-Order (goal <= 1.0)"
echo "forms: useStoredProcedures $(ratio "$procedures" "$pgbench") x pgbench's client CPU per New-Order (goal <= 0.5)"
