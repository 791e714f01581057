#!/usr/bin/env bash
# What a load costs: "bmsql build" with 2 workers against psql's \copy of the same rows from ready files, 2 at a time, with the
# same tables, indexes, keys and statistics, 2 at a time.
#   run/bench/load.sh [WAREHOUSES [ROUNDS]]   (10, 2)
# The two take turns and times are summed, so that neither gains by going first. Beside the wall time: CPU seconds and the
# largest resident size of the loader. The files are in COPY's own text form, the cheapest one for the server.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
need psql postgresql-client
warehouses=${1:-10}
rounds=${2:-2}

build_program
start_server
bmsql=$root/run/bmsql
cd "$scratch"
mkdir files

props load.props "warehouses=$warehouses" loadWorkers=2 seed=1
props files.props "warehouses=$warehouses" loadWorkers=2 seed=1 "fileLocation=$scratch/files/"
scripts_of load.props
"$bmsql" load files.props --progress=none >files.log || { tail -5 files.log >&2; exit 1; }
for file in files/*.csv; do
    tr ',' '\t' <"$file" >"${file%.csv}.txt"
    rm "$file"
done
sync

# The statements of a script, one on a line each.
statements() {
    sed -e '/^ *--/d' -e '/^ *$/d' "$1" | tr '\n' ' ' | sed 's/; */;\n/g'
}

# The script of a step, as the build sends it.
script() { echo "$scratch/sql/$1.sql"; }

# in_parallel: runs the lines of standard input, two at a time, with what the build gives its index sessions.
in_parallel() {
    PGOPTIONS='-c maintenance_work_mem=256MB -c jit=off' xargs -d '\n' -P 2 -n 1 psql -qX -v ON_ERROR_STOP=1 -c >/dev/null
}

# The biggest files first, so that both connections end together.
copies() {
    statements "$root/sql.postgres/tableCopies.sql" |
        sed -E "s|^ *copy (.*) from '/tmp/csv/([^']*)\.csv'.*|\2 \1|" |
        while read -r name columns; do
            echo "$(stat -c %s "files/$name.txt") \\copy $columns from '$scratch/files/$name.txt' with (null 'NULL')"
        done | sort -rn | cut -d' ' -f2-
}

load_with_psql() {
    local name
    for name in tableCreates extraCommandsBeforeLoad; do
        psql -qX -v ON_ERROR_STOP=1 -f "$(script $name)" >/dev/null
    done
    copies | in_parallel
    statements "$(script indexCreates)" | in_parallel
    statements "$(script foreignKeys)" | in_parallel
    psql -qX -v ON_ERROR_STOP=1 -f "$(script extraHistID)" >/dev/null
    statements "$(script buildFinish)" | in_parallel
}

load_with_bmsql() {
    watched "$bmsql" build load.props --progress=none
}

# wall COMMAND: its wall seconds, in the variable "seconds".
wall() {
    local begin=$EPOCHREALTIME
    "$@"
    seconds=$(awk "BEGIN {printf \"%.2f\", $EPOCHREALTIME - $begin}")
}

empty_database() {
    psql -qX -c 'drop schema public cascade' -c 'create schema public' -c checkpoint 2>/dev/null
}

count_rows() {
    local table
    for table in item warehouse stock district customer history oorder order_line new_order; do
        psql -qXAt -c "select '$table', count(*) from bmsql_$table"
    done
}

run_one() {
    wall "load_with_$1"
    eval "$1_seconds=\$(awk \"BEGIN {print \${$1_seconds:-0} + $seconds}\")"
    printf '%-6s %7.2f s' "$1" "$seconds"
    if [ "$1" = bmsql ]; then
        printf '   loader: %.2f CPU s, %d MB' "$cpu_seconds" "$peak_mb"
        loader_cpu=$(awk "BEGIN {print ($cpu_seconds > ${loader_cpu:-0}) ? $cpu_seconds : ${loader_cpu:-0}}")
        loader_mb=$((peak_mb > ${loader_mb:-0} ? peak_mb : ${loader_mb:-0}))
    fi
    echo
    count_rows >"$1.rows"
    empty_database
}

echo "$warehouses warehouses, $(du -m --apparent-size files | cut -f1) MB of text, $(nproc) CPUs; each side $rounds times"
for ((round = 1; round <= rounds; round++)); do
    if ((round % 2)); then run_one psql && run_one bmsql; else run_one bmsql && run_one psql; fi
done
cmp -s psql.rows bmsql.rows || { echo "the two loads differ:" >&2; diff psql.rows bmsql.rows >&2; exit 1; }

echo
echo "load: $loader_cpu CPU seconds in the loader (goal <= 3)"
echo "load: $loader_mb MB resident in the loader at most (goal <= 200)"
echo "load: $(ratio "$bmsql_seconds" "$psql_seconds") x the time of psql \\copy with the same indexes and keys (goal <= 1.1)"
