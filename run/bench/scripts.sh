#!/usr/bin/env bash
# pgbench and bmsql run pgbench's own scripts in turn on one PostgreSQL, in a closed loop: transactions a second, and the CPU of the
# program for one of them, without its start.
#   run/bench/scripts.sh [ROUNDS [SECONDS [CLIENTS [SCALE]]]]   (3 20 8 10)
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
rounds=${1:-3}
seconds=${2:-20}
clients=${3:-8}
scale=${4:-10}
pgbench=$(command -v pgbench || ls /usr/lib/postgresql/*/bin/pgbench 2>/dev/null | tail -n 1 || true)
[ -n "$pgbench" ] || { echo "this benchmark needs pgbench (Debian: apt-get install postgresql-contrib)" >&2; exit 1; }

build_program
start_server fsync=off synchronous_commit=off
cd "$scratch"
"$pgbench" -i -q -s "$scale" bench >init.log 2>&1 || { tail -5 init.log >&2; exit 1; }

# CPU seconds of the load generator in the window, without its start and its end.
cpu_of_bmsql() {
    awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) column[$i] = i; next}
        $column["elapsed_s"] > 0 {sum += $column["cpu_pct"]; rows++}
        END {printf "%.3f", sum / rows / 100 * '"$seconds"'}' "$1/data/load_generator.csv"
}

# one SCRIPT TOOL: writes "script tool tps microseconds" to figures.
one() {
    local script=$1 tool=$2 tps cpu count
    rm -rf result
    case $tool in
        pgbench)
            timed pgbench.time "$pgbench" -n -b "$script" -M prepared -c "$clients" -j 2 -T "$seconds" -s "$scale" bench >pgbench.log
            tps=$(awk '/^tps = / {print $3}' pgbench.log)
            count=$(awk '/^number of transactions actually processed/ {print $6}' pgbench.log)
            cpu=$(cut -d' ' -f2 pgbench.time)
            ;;
        bmsql)
            props bmsql.props terminals="$clients" rampupMins=0.1 runMins="$(awk "BEGIN {print $seconds / 60}")" \
                resultDirectory=result dbCollector=false
            "$root/run/bmsql" run bmsql.props -b "$script" -D scale="$scale" --progress=none >bmsql.log 2>&1 ||
                { tail -20 bmsql.log >&2; exit 1; }
            count=$(python3 -c 'import json; print(sum(t["count"] for t in json.load(open("result/summary.json"))["types"]))')
            tps=$(awk "BEGIN {print $count / $seconds}")
            cpu=$(cpu_of_bmsql result)
            ;;
    esac
    awk "BEGIN {printf \"%s %s %.0f %.1f\n\", \"$script\", \"$tool\", $tps, $cpu / $count * 1e6}" | tee -a figures
}

for round in $(seq "$rounds"); do
    for script in select-only tpcb-like; do
        if [ $((round % 2)) = 1 ]; then one $script pgbench; one $script bmsql; else one $script bmsql; one $script pgbench; fi
    done
done
for script in select-only tpcb-like; do
    awk -v script="$script" '$1 == script {tps[$2] += $3; cpu[$2] += $4}
        END {printf "%s: bmsql/pgbench %.2f times the transactions, %.2f times the CPU of one (goal: at most 2)\n", script,
            tps["bmsql"] / tps["pgbench"], cpu["bmsql"] / cpu["pgbench"]}' figures
done
