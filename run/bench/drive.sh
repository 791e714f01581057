#!/usr/bin/env bash
# What the load generator costs, and whether its rate holds: 10 warehouses, 10 terminals, no waits.
#   run/bench/drive.sh [MINUTES]   (3)
# First bmsql and pgbench send the same New-Order and Payment statements, one after the other, and their CPU seconds per
# 1,000 New-Orders are compared; then the whole mix runs, its statistics are renewed half way, and the rates before and
# after are compared.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
need pgbench postgresql-client
minutes=${1:-3}
warehouses=10
terminals=10
compared_minutes=1

build_program
start_server
bmsql=$root/run/bmsql
cd "$scratch"

common="warehouses=$warehouses terminals=$terminals loadWorkers=2 terminalWarehouseFixed=false"
# shellcheck disable=SC2086
props build.props $common
"$bmsql" build build.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }

# driver NAME COMMAND...: CPU seconds of the client and of the server.
measure() {
    local name=$1 before after
    shift
    before=$(server_cpu_seconds)
    timed "$name.time" "$@" >"$name.log"
    sleep 1
    after=$(server_cpu_seconds)
    client_cpu=$(cut -d' ' -f2 "$name.time")
    server_cpu=$(awk "BEGIN {printf \"%.2f\", $after - $before}")
}

# new_orders DIR FROM TO: completed New-Orders that ended in these seconds of the run.
new_orders() {
    awk -F, -v from="$2" -v to="$3" \
        '$5 == "NEW_ORDER" && $8 == 0 && $2 >= from * 1000 && $2 < to * 1000 {n++} END {print n + 0}' "$1/data/result.csv"
}

per_thousand() {
    awk "BEGIN {printf \"%.2f\", $1 * 1000 / $2}"
}

# shellcheck disable=SC2086
props same.props $common runMins=$compared_minutes limitTxnsPerMin=0 resultDirectory=same \
    newOrderWeight=50 paymentWeight=50 orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0
measure bmsql "$bmsql" run same.props --progress=none
orders=$(new_orders same 0 $((compared_minutes * 60)))
bmsql_client=$(per_thousand "$client_cpu" "$orders")
bmsql_server=$(per_thousand "$server_cpu" "$orders")
bmsql_rate=$((orders / compared_minutes))

measure pgbench pgbench -n -M prepared -c $terminals -j 2 -T $((compared_minutes * 60)) -D warehouses=$warehouses \
    -f "$here/pgbench/new-order.sql@1" -f "$here/pgbench/payment.sql@1"
orders=$(awk '/number of transactions actually processed/ && ++n == 2 {print $NF}' pgbench.log)
[ -n "$orders" ] || orders=$(awk '/ - [0-9]+ transactions/ {print $2; exit}' pgbench.log)
pgbench_client=$(per_thousand "$client_cpu" "$orders")
pgbench_server=$(per_thousand "$server_cpu" "$orders")
pgbench_rate=$((orders / compared_minutes))

# shellcheck disable=SC2086
props mix.props $common runMins=$minutes limitTxnsPerMin=0 resultDirectory=mix \
    newOrderWeight=45 paymentWeight=43 orderStatusWeight=4 deliveryWeight=4 stockLevelWeight=4
echo "analyze;" >analyze.sql
middle=$((minutes * 30))
(sleep $((middle + 2)) && "$bmsql" sql mix.props ./analyze.sql >/dev/null) &
measure mix "$bmsql" run mix.props --progress=none
wait $!
orders=$(new_orders mix 0 $((minutes * 60)))
# The first seconds warm up both sides, and the analyze itself takes some.
before=$(new_orders mix 15 $((middle - 5)))
after=$(new_orders mix $((middle + 15)) $((minutes * 60 - 10)))
seconds=$((middle - 25))
seconds_before=$((middle - 20))

echo
echo "                        bmsql      pgbench   (New-Order and Payment 1:1, the same statements, $compared_minutes min each)"
printf 'New-Orders a minute  %8d     %8d\n' "$bmsql_rate" "$pgbench_rate"
printf 'client CPU s/1000    %8.2f     %8.2f\n' "$bmsql_client" "$pgbench_client"
printf 'server CPU s/1000    %8.2f     %8.2f\n' "$bmsql_server" "$pgbench_server"
echo
echo "whole mix, $minutes min: $((orders / minutes)) New-Orders a minute; CPU s/1000: client $(per_thousand "$client_cpu" "$orders"), server $(per_thousand "$server_cpu" "$orders")"
echo "drive: $(awk "BEGIN {printf \"%.3f\", ($after / $seconds) / ($before / $seconds_before)}") of the rate before the statistics were renewed (goal >= 0.97)"
echo "drive: $(ratio "$bmsql_client" "$pgbench_client") x pgbench's client CPU per New-Order (goal <= 1.3)"
