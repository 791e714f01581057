#!/usr/bin/env bash
# Which of two builds of the program drives more? Two commits are built and drive two equal databases of one embedded server at the same
# moments. What each completed is counted in its database, so that any build will do; the two swap databases from pair to pair.
#   run/bench/builds.sh A B [PAIRS [SECONDS [key=value ...]]]   (12 20) for instance v1.0.0 HEAD; at least 6 pairs
# A line for each pair; at the end the ratio of their New-Orders, B to A, with the interval of "bmsql ab --together".
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
[ $# -ge 2 ] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
commits=("$(git -C "$root" rev-parse --short "$1^{commit}")" "$(git -C "$root" rev-parse --short "$2^{commit}")")
pairs=${3:-12}
seconds=${4:-20}
settings=("${@:5}")
# So long the compiler of a new JVM has most to do.
warm_seconds=10

need psql postgresql-client
build_program
for commit in "${commits[@]}"; do
    [ ! -d "$scratch/$commit" ] || continue
    mkdir "$scratch/$commit"
    git -C "$root" archive "$commit" | tar -x -C "$scratch/$commit"
    (cd "$scratch/$commit" && mvn -q -B -ntp -Dmaven.test.skip=true package) >&2
done
start_server
cd "$scratch"
props 0.props warehouses=2 terminals=4 loadWorkers=2 runMins=60 rampupMins=0 terminalWarehouseFixed=false "${settings[@]}"
"${commits[0]}/run/bmsql" build 0.props >build.log 2>&1 || { tail -20 build.log >&2; exit 1; }
psql -q -d postgres -c "create database ${SERVER_DATABASE}2 template $SERVER_DATABASE"
databases=("$SERVER_DATABASE" "${SERVER_DATABASE}2")
sed "s|^\(conn=.*/\)$SERVER_DATABASE|\1${databases[1]}|" 0.props >1.props

# orders DATABASE: the moment in seconds, and the New-Orders until then.
orders() { psql -XAtq -F ' ' -d "$1" -c 'select extract(epoch from clock_timestamp()), sum(d_next_o_id) from bmsql_district'; }

drivers=()
stop_drivers() {
    # Without a number "wait" would wait for the server too.
    [ ${#drivers[@]} != 0 ] || return 0
    kill "${drivers[@]}" 2>/dev/null || true
    wait "${drivers[@]}" 2>/dev/null || true
    drivers=()
}
trap 'stop_drivers; cleanup' EXIT

for ((pair = 0; pair < pairs; pair++)); do
    # In the order of the databases: whatever the second one has of its later moments swaps with them.
    for database in 0 1; do
        side=$(((database + pair) % 2))
        orders "${databases[database]}" >"begin$side"
        "${commits[side]}/run/bmsql" run $database.props --progress=none -DresultDirectory="$scratch/run$pair.$side" >"run$side.log" 2>&1 &
        drivers[side]=$!
    done
    for database in 0 1; do
        side=$(((database + pair) % 2))
        until [ "$(orders "${databases[database]}" | cut -d ' ' -f 2)" != "$(cut -d ' ' -f 2 "begin$side")" ]; do
            kill -0 "${drivers[side]}" 2>/dev/null || { tail -20 "run$side.log" >&2; exit 1; }
            sleep 0.2
        done
    done
    sleep $warm_seconds
    for database in 0 1; do orders "${databases[database]}" >"begin$(((database + pair) % 2))"; done
    sleep "$seconds"
    for database in 0 1; do orders "${databases[database]}" >"end$(((database + pair) % 2))"; done
    stop_drivers
    paste -d ' ' begin0 end0 begin1 end1 | awk '{print ($4 - $2) / ($3 - $1) * 60, ($8 - $6) / ($7 - $5) * 60}' >pair
    cat pair >>figures
    awk -v pair=$((pair + 1)) '{printf "pair %d: A %.0f, B %.0f New-Orders a minute, B to A %.3f\n", pair, $1, $2, $2 / $1}' pair
done
echo
echo "${commits[1]} against ${commits[0]}: $(java -cp "$bench_classpath" io.bmsql.analysis.RatioOfPairs <figures) New-Orders"
