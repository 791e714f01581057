#!/usr/bin/env bash
# bmsql beside the tools whose scripts it runs, in turn on one PostgreSQL, in a closed loop: transactions a second, and the CPU of the
# program for one of them, in its third minute (its code is compiled by then). pgbench with its own scripts, sysbench with its OLTP.
#   run/bench/scripts.sh [ROUNDS [SECONDS [CLIENTS [SCALE]]]]   (3 20 8 10)
# PGBENCH names another pgbench than that of the PATH. SCRIPTS leaves some out.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
rounds=${1:-3}
seconds=${2:-20}
clients=${3:-8}
scale=${4:-10}
rows=$((scale * 10000))
scripts=${SCRIPTS:-select-only tpcb-like oltp_point_select oltp_read_write}
pgbench=${PGBENCH:-$(command -v pgbench || true)}
need "${pgbench:-pgbench}" postgresql-contrib
need sysbench sysbench

build_program
start_server fsync=off synchronous_commit=off
cd "$scratch"
"$pgbench" --version
sysbench --version
sysbench=(sysbench --db-driver=pgsql --pgsql-host=127.0.0.1 --pgsql-port="$SERVER_PORT" --pgsql-user=postgres --pgsql-db=bench
    --tables=1 --table-size="$rows" --threads="$clients")
"$pgbench" -i -q -s "$scale" bench >init.log 2>&1 || { tail -5 init.log >&2; exit 1; }
"${sysbench[@]}" oltp_read_write prepare >init.log 2>&1 || { tail -5 init.log >&2; exit 1; }

# CPU seconds of the load generator in the window, without its start and its end.
cpu_of_bmsql() {
    awk -F, 'NR == 1 {for (i = 1; i <= NF; i++) column[$i] = i; next}
        $column["elapsed_s"] > 0 {sum += $column["cpu_pct"]; rows++}
        END {printf "%.3f", sum / rows / 100 * '"$seconds"'}' "$1/data/load_generator.csv"
}

# one SCRIPT TOOL: writes "script tool tps microseconds" to figures.
one() {
    local script=$1 tool=$2 cpu count
    rm -rf result
    case $tool in
        pgbench)
            timed pgbench.time "$pgbench" -n -b "$script" -M prepared -c "$clients" -j 2 -T "$seconds" -s "$scale" bench >pgbench.log
            count=$(awk '/^number of transactions actually processed/ {print $6}' pgbench.log)
            cpu=$(cut -d' ' -f2 pgbench.time)
            ;;
        sysbench)
            timed sysbench.time "${sysbench[@]}" --time="$seconds" "$script" run >sysbench.log
            count=$(awk '/^ *transactions:/ {print $2}' sysbench.log)
            cpu=$(cut -d' ' -f2 sysbench.time)
            ;;
        bmsql)
            local settings=(workload=pgbench scripts="$script" scriptVariables="scale=$scale")
            case $script in oltp_*) settings=(workload=sysbench scripts="$script" scriptVariables="table_size=$rows") ;; esac
            props bmsql.props terminals="$clients" rampupMins=2 runMins="$(awk "BEGIN {print $seconds / 60}")" \
                resultDirectory=result dbCollector=false "${settings[@]}"
            "$root/run/bmsql" run bmsql.props --progress=none >bmsql.log 2>&1 || { tail -20 bmsql.log >&2; exit 1; }
            count=$(python3 -c 'import json; print(sum(t["count"] for t in json.load(open("result/summary.json"))["types"]))')
            cpu=$(cpu_of_bmsql result)
            ;;
    esac
    awk "BEGIN {printf \"%s %s %.0f %.1f\n\", \"$script\", \"$tool\", $count / $seconds, $cpu / $count * 1e6}" | tee -a figures
}

other() { case $1 in oltp_*) echo sysbench ;; *) echo pgbench ;; esac; }

for round in $(seq "$rounds"); do
    for script in $scripts; do
        if [ $((round % 2)) = 1 ]; then one "$script" "$(other "$script")"; one "$script" bmsql
        else one "$script" bmsql; one "$script" "$(other "$script")"; fi
    done
done
for script in $scripts; do
    other=$(other "$script")
    awk -v script="$script" -v other="$other" -v goal="$([ "$other" = pgbench ] && echo 2 || echo 1)" '
        $1 == script {tps[$2] += $3; cpu[$2] += $4}
        END {printf "%s: bmsql/%s %.2f times the transactions, %.2f times the CPU of one (goal: at most %s)\n", script, other,
            tps["bmsql"] / tps[other], cpu["bmsql"] / cpu[other], goal}' figures
done
