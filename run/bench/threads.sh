#!/usr/bin/env bash
# Where the load generator's CPU goes: bmsql with procedures on PostgreSQL, by the kind of its threads, in slots of half a minute, and then
# pgbench calling the same procedures with inputs as heavy. User and system seconds for 1,000 New-Orders.
#   run/bench/threads.sh [SLOTS [WAREHOUSES]]   (6 10)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
slots=${1:-6}
warehouses=${2:-10}
slot_seconds=30
database=postgres
user=postgres
sessions=10
loaders=2
length=$((slots * slot_seconds + 10))
warm_up=0

build_program
need pgbench postgresql-contrib
start_server fsync=off shared_buffers=6GB
peer_database=peer_pgbench
psql -qd bench -c "create database $peer_database"
cd "$scratch"
minutes() { awk "BEGIN {print $1 / 60}"; }
. "$here/peers/bmsql.sh"
load >load.log 2>&1 || { tail -20 load.log >&2; exit 1; }
psql -qd "$peer_database" -c "vacuum analyze" -c checkpoint

# threads PID WORKERS: New-Orders so far, then user and system ticks of each kind of thread.
threads() {
    psql -qAtXd "$peer_database" -c "select 'orders', sum(d_next_o_id), 0 from bmsql_district" | tr '|' ' '
    cat "/proc/$1/task/"*/stat 2>/dev/null | awk -v main="$2" '{
        name = $0; sub(/^[^(]*\(/, "", name); sub(/\) .*/, "", name); sub(/.*\) /, "")
        kind = name ~ /^C[12] Comp/ ? "compiler" : name ~ /^(GC|G1|VM|Serial)/ ? "VM" : name ~ main ? "workers" : "others"
        user[kind] += $12; kernel[kind] += $13
    } END {for (kind in user) print kind, user[kind], kernel[kind]}'
}

# slot FROM TO NAME: a line for each kind.
slot() {
    awk -v ticks="$(getconf CLK_TCK)" -v name="$3" 'NR == FNR {a[$1] = $2; b[$1] = $3; next}
        $1 == "orders" {orders = $2 - a["orders"]; next}
        {user[$1] = $2 - a[$1]; sys[$1] = $3 - b[$1]}
        END {
            for (kind in user) {printf "%s %s: user %.3f, system %.3f\n", name, kind, user[kind] / ticks * 1000 / orders, sys[kind] / ticks * 1000 / orders
                all += user[kind] + sys[kind]}
            printf "%s all: %.3f s for 1,000 of %d New-Orders\n", name, all / ticks * 1000 / orders, orders
        }' "$1" "$2" | sort
}

# watch PID WORKERS NAME: a line for each slot and kind; WORKERS is what the names of its workers begin with.
watch() {
    local at
    threads "$1" "$2" >from
    for ((at = 1; at <= slots; at++)); do
        sleep $slot_seconds
        threads "$1" "$2" >to
        slot from to "$3, $(((at - 1) * slot_seconds)) to $((at * slot_seconds)) s,"
        mv to from
    done
}

run procedures >run.log 2>&1 &
until [ -d result ]; do sleep 0.2; done
watch "$(pgrep -f 'bmsql.props --progress=none -DresultDirectory' | tail -1)" worker bmsql
wait $! || { tail -20 run.log >&2; exit 1; }
. "$here/peers/pgbench.sh"
slots=2
run >run.log 2>&1 &
sleep 2
watch "$(pgrep -x pgbench)" pgbench pgbench
kill %% 2>/dev/null || true
