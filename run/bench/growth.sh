#!/usr/bin/env bash
# How the cost of each piece grows: a file of figures and a picture for each, for docs/performance.md.
# Connections are tried with virtual threads as well on Java 21 or later (JAVA_HOME).
#   run/bench/growth.sh [FOLDER [ROUNDS [PART...]]]   (docs/performance 3; parts: load large connections terminals report ledger)
# A round goes once through all sizes, so that a machine that drifts does not look like growth. The server does not sync (fsync=off):
# what is looked at is the work, not the disk. All parts but "large" take about half an hour a round on two cores. "large" builds
# 100 warehouses (GROWTH_LARGE) between builds of 10; it wants 25 GB of disk and another ten minutes, and is done only when named.
# Other sizes: GROWTH_CONNECTIONS="10 1000", GROWTH_WINDOW=120 (seconds in which connections are measured), GROWTH_REPORT="1 3"
# (million rows), GROWTH_LEDGER="15 60" (seconds).
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
folder=${1:-$root/docs/performance}
rounds=${2:-3}
parts=("${@:3}")
[ ${#parts[@]} -gt 0 ] || parts=(load connections terminals report ledger)
load_sizes=(1 2 5 10)
large=${GROWTH_LARGE:-100}
read -r -a connection_counts <<<"${GROWTH_CONNECTIONS:-1 10 100 1000}"
window=${GROWTH_WINDOW:-30}
terminal_counts=(1000 10000 100000 1000000)
read -r -a report_millions <<<"${GROWTH_REPORT:-1 3 10 30}"
read -r -a ledger_seconds <<<"${GROWTH_LEDGER:-15 60 240}"

build_program
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
bmsql=$root/run/bmsql
cd "$scratch"

# figures FILE TITLE COLUMNS: begins a file.
figures() {
    printf '# %s\n%s\n' "$2" "$3" >"$folder/$1.csv"
}

# figure FILE X LINE VALUE
figure() {
    echo "$2,$3,$4" | tee -a "$folder/$1.csv" | sed "s/^/$1: /"
}

# wall COMMAND...: wall seconds of the program, in the variable "seconds"; CPU seconds, megabytes and threads as watched says.
wall() {
    local begin=$EPOCHREALTIME
    watched "$bmsql" "$@"
    seconds=$(awk "BEGIN {printf \"%.2f\", $EPOCHREALTIME - $begin}")
}

new_orders() {
    awk -F, '$5 == "NEW_ORDER" && $8 == 0 {n++} END {print n + 0}' "$1/data/result.csv"
}

load_part() {
    local warehouses
    figures load "Load" "warehouses,line,seconds"
    figures load_memory "Memory of the load" "warehouses,line,MB"
    figures after "Check and reset after 30 s without think times" "warehouses,line,seconds"
    for ((round = 1; round <= rounds; round++)); do
        for warehouses in "${load_sizes[@]}"; do
            props size.props "warehouses=$warehouses" terminals=4 loadWorkers=2 seed=1 terminalWarehouseFixed=false runMins=0.5
            wall build size.props --progress=none
            figure load "$warehouses" build "$seconds"
            figure load "$warehouses" "loader CPU" "$cpu_seconds"
            figure load_memory "$warehouses" loader "$peak_mb"
            wall run size.props --progress=none -DresultDirectory="size$warehouses.$round"
            wall check size.props
            figure after "$warehouses" check "$seconds"
            wall reset size.props
            figure after "$warehouses" reset "$seconds"
            wall destroy size.props
        done
    done
}

# What a warehouse costs in a small build and in a large one: all of it, each step, and CPU; memory over time. On a busy machine the
# server's CPU tells more than seconds.
large_part() {
    local warehouses step server
    figures load_large "What a warehouse costs" "warehouses,line,s / warehouse"
    figures load_resident "Memory of the loader while it builds $large warehouses" "minutes,line,MB"
    for ((round = 1; round <= rounds; round++)); do
        for warehouses in 10 "$large" 10; do
            props large.props "warehouses=$warehouses" terminals=4 loadWorkers=2 seed=1 runMins=1
            server=$(server_cpu_seconds)
            resident_log=$scratch/resident wall build large.props --progress=none
            figure load_large "$warehouses" build "$(ratio "$seconds" "$warehouses")"
            for step in load indexCreates foreignKeys buildFinish; do
                figure load_large "$warehouses" "$step" "$(ratio "$(step_seconds "$step")" "$warehouses")"
            done
            figure load_large "$warehouses" "loader CPU" "$(ratio "$cpu_seconds" "$warehouses")"
            figure load_large "$warehouses" "server CPU" "$(awk "BEGIN {printf \"%.2f\", ($(server_cpu_seconds) - $server) / $warehouses}")"
            if [ "$warehouses" = "$large" ]; then
                resident_by_minute | while read -r minutes mb; do
                    figure load_resident "$minutes" loader "$mb"
                done
            fi
            wall destroy large.props
            psql -qX -c checkpoint
        done
    done
}

# Seconds of a step of the build that ended last.
step_seconds() { sed -nE "s/^# $1 done in ([0-9.]+) s.*/\1/p" watched.log; }

resident_by_minute() {
    awk 'NR == 1 {start = $1} $1 >= start + 60 * n {printf "%d %d\n", n, $2 / 1024; n++}' "$scratch/resident"
}

connections_part() {
    local connections form directory orders forms=(plain batch)
    if [ "$(java_version)" -ge 21 ]; then forms+=("batch virtual"); fi
    figures connections "New-Orders against connections" "connections,line,New-Orders a minute"
    figures connections_cpu "Load generator CPU against connections" "connections,line,CPU s / 1000 New-Orders"
    figures connections_memory "Load generator memory against connections" "connections,line,MB"
    props ten.props warehouses=10 terminals=10 loadWorkers=2 seed=1
    wall build ten.props --progress=none
    for ((round = 1; round <= rounds; round++)); do
        for connections in "${connection_counts[@]}"; do
            for form in "${forms[@]}"; do
                directory=${form//[ ,]/}$connections.$round
                props run.props warehouses=10 "terminals=$connections" terminalWarehouseFixed=false rampupMins=0.5 \
                    "runMins=$(minutes "$window")" \
                    "batchStatements=$([[ $form = batch* ]] && echo true || echo false)" \
                    "virtualThreads=$([[ $form = *virtual ]] && echo true || echo false)" "resultDirectory=$directory"
                wall run run.props --progress=none
                orders=$(new_orders "$directory")
                figure connections "$connections" "$form" $((orders * 60 / window))
                figure connections_cpu "$connections" "$form" "$(driver_cpu "$directory" "$orders")"
                figure connections_memory "$connections" "$form" "$peak_mb"
            done
        done
    done
    wall destroy ten.props
}

minutes() { awk -v seconds="$1" 'BEGIN {printf "%.3f", seconds / 60}'; }

java_version() {
    "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XshowSettings:properties -version 2>&1 | sed -nE 's/.*java\.specification\.version = ([0-9]+).*/\1/p'
}

# driver_cpu DIR NEW_ORDERS: CPU seconds of the load generator for 1,000 New-Orders of the window, without the start of its JVM and
# without what 1,000 connections still finish after the end, which is not counted as New-Orders either.
driver_cpu() {
    awk -F, -v orders="$2" -v length_s="$window" '
        NR == 1 {for (i = 1; i <= NF; i++) column[$i] = i; next}
        $column["elapsed_s"] > 0 && last < length_s {
            until = $column["elapsed_s"] < length_s ? $column["elapsed_s"] : length_s
            sum += $column["cpu_pct"] / 100 * (until - last)
            last = until
        }
        END {printf "%.3f", sum * 1000 / orders}' "$1/data/load_generator.csv"
}

terminals_part() {
    local terminals
    figures terminals "Lateness against terminals with think times" "terminals,line,ms"
    figures terminals_memory "Heap in use against terminals" "terminals,line,MB"
    for ((round = 1; round <= rounds; round++)); do
        for terminals in "${terminal_counts[@]}"; do
            java -Xmx4g -cp "$bench_classpath" io.bmsql.terminal.ScheduleBench "$terminals" 4 45 30 >schedule.log
            figure terminals "$terminals" "99th percentile" "$(sed -nE 's/.*lag p99: ([0-9.]+).*/\1/p' schedule.log)"
            figure terminals "$terminals" median "$(sed -nE 's/.*lag p50 ([0-9.]+).*/\1/p' schedule.log)"
            figure terminals_memory "$terminals" "terminals and driver" "$(sed -nE 's/.*in use ([0-9]+) MB.*/\1/p' schedule.log)"
        done
    done
}

report_part() {
    local millions
    figures report "Report against rows, in a heap of 512 MB" "million rows,line,seconds"
    for millions in "${report_millions[@]}"; do
        java -cp "$bench_classpath" io.bmsql.bench.ReportBench "$scratch/result" "${millions}000000" >/dev/null
        for ((round = 1; round <= rounds; round++)); do
            timed times java -Xmx512m -cp "$bench_classpath" io.bmsql.cli.Main report "$scratch/result" >/dev/null
            figure report "$millions" report "$(cut -d' ' -f1 times)"
            figure report "$millions" CPU "$(cut -d' ' -f2 times)"
        done
        rm -rf "$scratch/result"
    done
}

ledger_part() {
    local length directory transactions
    figures ledger "Verifying a ledger against transactions" "transactions,line,seconds"
    for ((round = 1; round <= rounds; round++)); do
        for length in "${ledger_seconds[@]}"; do
            directory=ledger$length.$round
            props ledger.props warehouses=2 terminals=4 loadWorkers=2 seed=1 ledger=true terminalWarehouseFixed=false \
                "runMins=$(awk "BEGIN {print $length / 60}")" "resultDirectory=$directory"
            wall build ledger.props --progress=none
            wall run ledger.props --progress=none
            wall ledger verify ledger.props "$directory"
            transactions=$(($(wc -l <"$directory/data/result.csv") - 1))
            figure ledger "$transactions" verify "$seconds"
            figure ledger "$transactions" CPU "$cpu_seconds"
            wall destroy ledger.props
        done
    done
}

start_server fsync=off max_connections=1100
for part in "${parts[@]}"; do
    "${part}_part"
done
java -cp "$bench_classpath" io.bmsql.bench.GrowthCharts "$folder"
echo
echo "growth: ${#parts[@]} parts in $rounds rounds (figures and pictures in $folder)"
