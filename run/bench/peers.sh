#!/usr/bin/env bash
# bmsql and other tools in turn on one PostgreSQL or MariaDB: load, and closed-loop runs without waits, 10 sessions.
#   [GO_TPC=PROGRAM] [BENCHBASE=FOLDER] [BENCHMARKSQL=FOLDER] [PGBENCH=true] [LOADS=N] [FIGURES=FILE]
#       run/bench/peers.sh [postgres|mariadb [ROUNDS [SECONDS [WAREHOUSES]]]]   (postgres 3 30 10; as many loads as rounds)
# GO_TPC is the program, BENCHBASE the folder with benchbase.jar, BENCHMARKSQL the folder "run" of a BenchmarkSQL 5. What has no variable
# is left out. Nothing is fetched. The java on the PATH runs all that need one. PGBENCH=true adds pgbench that calls bmsql's procedures on
# PostgreSQL: no competitor, but what a load generator could reach at most.
#
# Each tool loads a database of its own, LOADS times in turn, and then runs on it in each round, every other round in the other direction.
# All are counted alike: the New-Orders that the district table has numbered, and the CPU that the tool's processes and the server's have
# used, in SECONDS after a warm-up of 10 s, which begins with the first New-Order. What else the host did in that time is shown: other
# programs' CPU, and steal. The server does not wait for its disk. FIGURES=FILE keeps the line of each load and run.
#
# A tool more is a file in run/bench/peers: forms, the name of the district table, functions load, run FORM and p90 (of New-Order, in ms).
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
database=${1:-postgres}
rounds=${2:-3}
seconds=${3:-30}
warehouses=${4:-10}
warm_up=10
length=$((warm_up + seconds + 6))
sessions=10
loaders=2
figures=${FIGURES:-$scratch/figures}
: >"$figures"

tools=(bmsql)
[ -z "${GO_TPC:-}" ] || tools+=(go-tpc)
[ -z "${BENCHBASE:-}" ] || tools+=(benchbase)
[ -z "${BENCHMARKSQL:-}" ] || tools+=(benchmarksql)
[ -z "${PGBENCH:-}" ] || [ "$database" != postgres ] || tools+=(pgbench)

build_program
case $database in
    postgres)
        need psql postgresql-client
        start_server fsync=off shared_buffers=6GB
        user=postgres
        ;;
    mariadb)
        start_mariadb --innodb-flush-log-at-trx-commit=2 --innodb-buffer-pool-size=6G
        user=root
        ;;
    *) echo "postgres or mariadb, not $database" >&2 && exit 2 ;;
esac

# sql STATEMENT: in the tool's database, or in one that is always there.
sql() {
    if [ "$database" = postgres ]; then psql -qAtX -d "${2:-bench}" -c "$1"; else client -N "${2:-bench}" -e "$1"; fi
}

minutes() { awk "BEGIN {print $1 / 60}"; }

percentile_90() { sort -n "$1" | awk '{all[NR] = $1} END {if (NR) print all[int(NR * 0.9 + 0.999)]}'; }

# call TOOL FUNCTION [FORM]: in a shell and a folder of its own.
call() {
    mkdir -p "$scratch/$1"
    # shellcheck disable=SC1090
    (cd "$scratch/$1" && . "$here/peers/$1.sh" && "${@:2}")
}

failed() {
    tail -20 "$scratch/$1.log" >&2
    echo "$1 failed" >&2
}

# busy_ticks: of all processors without idle ones, and steal.
busy_ticks() { awk '/^cpu / {print $2 + $3 + $4 + $7 + $8, $9}' /proc/stat; }

loaded() {
    local tool=$1 server busy steal
    peer_database=peer_${tool//-/_}
    sql "drop database if exists $peer_database" 2>/dev/null
    sql "create database $peer_database"
    server=$(server_cpu_seconds)
    read -r busy steal <<<"$(busy_ticks)"
    timed "$scratch/$tool.time" call "$tool" load >"$scratch/$tool.log" 2>&1 || { failed "$tool"; exit 1; }
    # shellcheck disable=SC2046 # words
    echo load "$round" "$tool" $(cat "$scratch/$tool.time") "$server" "$(server_cpu_seconds)" "$busy" "$steal" $(busy_ticks) |
        awk -v ticks="$(getconf CLK_TCK)" -v processors="$(nproc)" '{
            all = $4 * processors
            printf "%s %s %s %.1f - %.1f %.1f %.0f%% %.0f%%\n", $1, $2, $3, $4, $5, $7 - $6,
                (($10 - $8) / ticks - $5 - $7 + $6) * 100 / all, ($11 - $9) / ticks * 100 / all
        }' | tee -a "$figures"
    # The same start for all: statistics, and nothing left to write.
    if [ "$database" = postgres ]; then
        sql "vacuum analyze" "$peer_database" && sql checkpoint
    else
        sql "show tables" "$peer_database" | sed 's/.*/analyze table &;/' | client "$peer_database" >/dev/null
    fi
}

# Seconds and New-Orders, as the server tells them together; then seconds of this host and ticks of CPU: the tool's, the server's, of all
# processors without idle ones, steal. One program reads them all, since on a busy host each further one would come later.
snapshot() {
    local now="extract(epoch from clock_timestamp())"
    [ "$database" = postgres ] || now="unix_timestamp(now(6))"
    sql "select $now, sum(d_next_o_id) from $districts" "$peer_database" | tr '|' ' '
    # A process may end meanwhile.
    { cat /proc/uptime /proc/stat /proc/[0-9]*/stat 2>/dev/null || true; } | awk -v group="$group" -v server="$SERVER_PID" '
        NR == 1 {print $1}
        /^cpu / {busy = $2 + $3 + $4 + $7 + $8; steal = $9}
        /^[0-9]+ \(/ {
            pid = $1; sub(/.*\) /, ""); own = $12 + $13; all = own + $14 + $15
            if ($3 == group) tool += all
            else if (pid == server) servers += all
            else if ($2 == server) servers += own
        }
        END {print tool + 0, servers + 0, busy, steal}'
}

# measured TOOL FORM: a run that fails has no line, and the others go on.
measured() {
    local tool=$1 form=$2 name=$1${2:+-$2} districts begin
    peer_database=peer_${tool//-/_}
    districts=$(. "$here/peers/$tool.sh" && echo "$districts")
    begin=$(sql "select sum(d_next_o_id) from $districts" "$peer_database")
    set -m
    call "$tool" run "$form" >"$scratch/$tool.log" 2>&1 &
    group=$!
    set +m
    until [ "$(sql "select sum(d_next_o_id) from $districts" "$peer_database")" -gt "$begin" ]; do
        kill -0 $group 2>/dev/null || { failed "$tool"; return 0; }
        sleep 0.2
    done
    sleep $warm_up
    snapshot >"$scratch/from"
    sleep "$seconds"
    kill -0 $group 2>/dev/null || { failed "$tool"; return 0; }
    snapshot >"$scratch/to"
    wait $group || { failed "$tool"; return 0; }
    # shellcheck disable=SC2046 # words
    echo run "$round" "$name" $(paste -s -d ' ' "$scratch/from" "$scratch/to" | tr '\t' ' ') "$(call "$tool" p90)" |
        awk -v ticks="$(getconf CLK_TCK)" -v processors="$(nproc)" '{
            orders = ($12 - $5) / ($11 - $4); per = 1000 / orders / ($13 - $6) / ticks
            tool = $14 - $7; server = $15 - $8; all = ($13 - $6) * ticks * processors
            printf "%s %s %s %.0f %s %.2f %.2f %.0f%% %.0f%%\n", $1, $2, $3, orders * 60, $18 == "" ? "-" : sprintf("%.1f", $18),
                tool * per, server * per, ($16 - $9 - tool - server) * 100 / all, ($17 - $10) * 100 / all
        }' | tee -a "$figures"
}

# in_turn WORD...: the words, every other round from the last to the first.
in_turn() { printf '%s\n' "$@" | if ((round % 2)); then cat; else tac; fi; }

for ((round = 1; round <= ${LOADS:-$rounds}; round++)); do
    for tool in $(in_turn "${tools[@]}"); do loaded "$tool"; done
done
for ((round = 1; round <= rounds; round++)); do
    for tool in $(in_turn "${tools[@]}"); do
        mapfile -t turn < <(. "$here/peers/$tool.sh" && in_turn "${forms[@]}")
        for form in "${turn[@]}"; do measured "$tool" "$form"; done
    done
done

echo
echo "$database, $warehouses warehouses, $sessions sessions, no waits, $seconds s, $rounds rounds; medians (lowest to highest)"
for kind in load run; do
    awk -v kind=$kind '
    function summary(key, format,   n, i, j, value, x) {
        n = split(all[key], value, " ")
        for (i = 2; i <= n; i++)
            for (j = i; j > 1 && value[j - 1] + 0 > value[j] + 0; j--) { x = value[j]; value[j] = value[j - 1]; value[j - 1] = x }
        if (n == 0 || value[1] == "-") return "-"
        x = sprintf(format, (value[int((n + 1) / 2)] + value[int(n / 2) + 1]) / 2)
        return n == 1 ? x : sprintf("%s (" format " to " format ")", x, value[1], value[n])
    }
    $1 == kind {
        if (!($3 in seen)) { names[++count] = $3; seen[$3] = 1 }
        figure[$2, $3] = $4
        rounds = $2
        # The best of the others: the highest rate, the shortest load.
        if ($3 !~ /^(bmsql|pgbench)/ && (!best[$2] || (kind == "run" ? $4 > best[$2] : $4 < best[$2]))) best[$2] = $4
        for (column = 4; column <= 9; column++) all[$3, column] = all[$3, column] " " $column
        if ((rounds, "bmsql-procedures") in figure && (rounds, "pgbench") in figure)
            limit[rounds] = figure[rounds, "bmsql-procedures"] / figure[rounds, "pgbench"]
    }
    END {
        print "\n| " kind, "|", (kind == "run" ? "New-Orders a minute" : "seconds"), "| times the best other tool | p90 of New-Order, ms |",
            (kind == "run" ? "tool, CPU s / 1000 | server, CPU s / 1000" : "tool, CPU s | server, CPU s"), "| other programs, % | steal, % |"
        print "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
        for (i = 1; i <= count; i++) {
            name = names[i]
            for (r = 1; r <= rounds; r++) if (best[r] && (r, name) in figure) all[name, "ratio"] = all[name, "ratio"] " " figure[r, name] / best[r]
            print "| " name, "|", summary(name SUBSEP 4, "%.0f"), "|", summary(name SUBSEP "ratio", "%.2f"), "|", summary(name SUBSEP 5, "%.1f"), "|",
                summary(name SUBSEP 6, "%.2f"), "|", summary(name SUBSEP 7, "%.2f"), "|", summary(name SUBSEP 8, "%.0f"), "|",
                summary(name SUBSEP 9, "%.0f"), "|"
        }
        for (r in limit) all["limit"] = all["limit"] " " limit[r]
        if (kind == "run" && "limit" in all) print "\nprocedures against pgbench, which calls the same: " summary("limit", "%.2f")
    }' "$figures"
done
