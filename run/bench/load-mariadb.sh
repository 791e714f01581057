#!/usr/bin/env bash
# Loads 10 warehouses into a MariaDB of its own, indexes, foreign keys and statistics included, two ways: "bmsql build", and the
# server's own client with LOAD DATA of ready files, one per table, two at a time, biggest first, then the same statements of
# sql.mysql, two at a time. Same server settings, a new data directory each time. Of the build counts everything from the start
# of the program to the end of the last step; its check of the population, which the client has no counterpart for, is shown
# apart. The CPU seconds of the server and of its client, loader or mariadb, tell the two apart on a busy machine, where wall times
# do not: where the server keeps all cores busy, their ratio is that of the wall times.
#   run/bench/load-mariadb.sh [WAREHOUSES [ROUNDS]]   (10, 3)
set -euo pipefail
# shellcheck source=funcs.sh
. "$(dirname "$0")/funcs.sh"

warehouses=${1:-10}
rounds=${2:-3}
sql=$scratch/sql
build_program
bmsql() { "$root/run/bmsql" "$@"; }

export -f client

# The statements of a script, each ended by a NUL.
statements() { sed '/^ *--/d' "$1" | awk 'BEGIN {RS = ";[ \t]*\n"} NF {printf "%s%c", $0, 0}'; }

two_at_a_time() {
    xargs -0 -P 2 -I{} bash -c 'client --init-command="set foreign_key_checks = 0" bench -e "$1" >/dev/null' - {}
}

load_files() {
    local table begin
    begin=$(now)
    client bench <"$sql/tableCreates.sql"
    # tableCopies.sql says which file holds which columns; here the files have tabs.
    for table in stock order_line customer history oorder item new_order district warehouse config; do
        statements "$root/sql.mysql/tableCopies.sql" | tr '\n\0' ' \n' | grep "into table bmsql_$table " |
            sed "s#/tmp/csv/#$scratch/files/#; s# fields terminated by ',' optionally enclosed by '\"'##" | tr '\n' '\0'
    done | two_at_a_time
    echo "# files: load done in $(seconds "$begin" "$(now)") s"
    local script
    for script in indexCreates foreignKeys buildFinish; do
        begin=$(now)
        statements "$sql/$script.sql" | two_at_a_time
        echo "# files: $script done in $(seconds "$begin" "$(now)") s"
    done
}

write_files() {
    mkdir "$scratch/csv" "$scratch/files"
    bmsql load "$scratch/props" -D "fileLocation=$scratch/csv/" -D 'csvNullValue=\N' >"$scratch/files.log" 2>&1
    local file
    for file in "$scratch"/csv/*.csv; do
        tr ',' '\t' <"$file" >"$scratch/files/$(basename "$file")"
        rm "$file"
    done
}

write_props() {
    printf '%s\n' db=mariadb driver=com.mysql.cj.jdbc.Driver "conn=jdbc:mysql://127.0.0.1:$SERVER_PORT/bench" user=root "password=$SERVER_PASSWORD" \
        "warehouses=$warehouses" loadWorkers=2 terminals=1 runMins=1 seed=1 >"$scratch/props"
}

rows() { client -N bench -e 'select count(*) from bmsql_order_line union all select count(*) from bmsql_stock'; }

now() { echo "$EPOCHREALTIME"; }

# seconds FROM TO
seconds() { awk "BEGIN {printf \"%.2f\", $2 - $1}"; }

sum() {
    local IFS=+
    awk "BEGIN {print $*}"
}

measure_files() {
    start_mariadb
    local begin
    begin=$(now)
    used client_cpu load_files
    files_wall=$(seconds "$begin" "$(now)")
    files_cpu=$(server_cpu_seconds)
    rows >"$scratch/files.rows"
    stop_mariadb
}

# The build, and beside it what the server had used when the last step ended.
build() {
    local line
    bmsql build "$scratch/props" --progress=none 2>&1 | while IFS= read -r line; do
        echo "$line"
        case $line in *' done in '*) echo "$(now) $(server_cpu_seconds)" >"$scratch/steps" ;; esac
    done >"$scratch/build.log"
}

# used VARIABLE COMMAND...: CPU seconds of its processes, the server's aside.
used() {
    local TIMEFORMAT='%U %S'
    { time "${@:2}" 2>&3; } 3>&2 2>"$scratch/used"
    printf -v "$1" %s "$(awk 'END {print $1 + $2}' "$scratch/used")"
}

measure_bmsql() {
    start_mariadb
    write_props
    local begin steps
    begin=$(now)
    used loader_cpu build
    check_wall=$(now)
    read -r steps bmsql_cpu <"$scratch/steps"
    bmsql_wall=$(seconds "$begin" "$steps")
    check_wall=$(seconds "$steps" "$check_wall")
    rows >"$scratch/bmsql.rows"
    stop_mariadb
}

SERVER_PORT=1
write_props
scripts_of "$scratch/props"
write_files
files_total=0 files_cpus=0 bmsql_total=0 bmsql_cpus=0
for ((round = 1; round <= rounds; round++)); do
    # They take turns, so that neither gains by going first.
    if ((round % 2)); then measure_files && measure_bmsql; else measure_bmsql && measure_files; fi
    cmp "$scratch/files.rows" "$scratch/bmsql.rows"
    echo "round $round: LOAD DATA of files $files_wall s (server $files_cpu CPU s, clients $client_cpu), bmsql build $bmsql_wall s" \
        "(server $bmsql_cpu CPU s, loader $loader_cpu with the check), population check $check_wall s more"
    files_total=$(sum "$files_total" "$files_wall")
    files_cpus=$(sum "$files_cpus" "$files_cpu" "$client_cpu")
    bmsql_total=$(sum "$bmsql_total" "$bmsql_wall")
    bmsql_cpus=$(sum "$bmsql_cpus" "$bmsql_cpu" "$loader_cpu")
done
grep ' done in ' "$scratch/build.log"
echo "load-mariadb: $(ratio "$bmsql_cpus" "$files_cpus") x the CPU of LOAD DATA of ready files, servers and clients together"
echo "load-mariadb: $(ratio "$bmsql_total" "$files_total") x the time of LOAD DATA of ready files with the same indexes and keys" \
    "(goal <= 1.05)"
