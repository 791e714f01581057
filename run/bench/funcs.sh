# Sourced by the benchmark scripts: a scratch folder, a PostgreSQL server of their own, CPU accounting.
# Every script ends with one line "what: figure unit (goal ...)" and leaves nothing behind.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bmsql-bench.XXXXXX")
server_input=

cleanup() {
    if [ -n "$server_input" ]; then
        exec {server_input}>&-
        wait "$server_job" 2>/dev/null || true
    fi
    rm -rf "$scratch"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# The program and the benches, when they are missing or older than the sources.
build_program() {
    if [ ! -f "$root/target/bench.classpath" ] || [ ! -f "$root/target/bmsql.jar" ] ||
        [ -n "$(find "$root/src" "$root/pom.xml" -newer "$root/target/bmsql.jar" -print -quit)" ]; then
        (cd "$root" && mvn -q -B -ntp -DskipTests -Dspotless.check.skip package) >&2
    fi
    bench_classpath=$root/target/test-classes:$root/target/classes:$(cat "$root/target/bench.classpath")
}

# start_server [setting=value ...]: sets SERVER_PORT SERVER_PID SERVER_URL SERVER_DATABASE.
start_server() {
    mkfifo "$scratch/stop"
    java -cp "$bench_classpath" io.bmsql.bench.BenchServer "$scratch/data" bench \
        shared_buffers=2GB max_wal_size=8GB checkpoint_timeout=30min "$@" <"$scratch/stop" >&2 &
    server_job=$!
    exec {server_input}>"$scratch/stop"
    local tries=0
    until [ -f "$scratch/server.env" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 300 ] || ! kill -0 $server_job 2>/dev/null; then
            echo "the benchmark's server did not start" >&2
            exit 1
        fi
        sleep 0.2
    done
    # shellcheck disable=SC1091
    . "$scratch/server.env"
    export PGHOST=127.0.0.1 PGPORT=$SERVER_PORT PGUSER=postgres PGDATABASE=$SERVER_DATABASE
}

# props FILE [key=value ...]: a props file for the server.
props() {
    local file=$1
    shift
    {
        echo "db=postgres"
        echo "driver=org.postgresql.Driver"
        echo "conn=$SERVER_URL"
        echo "user=postgres"
        echo "password="
        printf '%s\n' "$@"
    } >"$file"
}

# CPU seconds of the server: the postmaster, its ended children, and those that live.
server_cpu_seconds() {
    local ticks pid sum=0
    ticks=$(getconf CLK_TCK)
    for pid in "$SERVER_PID" $(pgrep -P "$SERVER_PID"); do
        sum=$((sum + $(cpu_ticks "$pid")))
    done
    sum=$((sum + $(awk '{sub(/.*\) /, ""); print $14 + $15}' "/proc/$SERVER_PID/stat")))
    awk "BEGIN {printf \"%.2f\", $sum / $ticks}"
}

cpu_ticks() {
    awk '{sub(/.*\) /, ""); print $12 + $13}' "/proc/$1/stat" 2>/dev/null || echo 0
}

# timed FILE COMMAND...: runs it, writes "wall user+sys" seconds to FILE.
timed() {
    local file=$1
    shift
    local TIMEFORMAT='%R %U %S'
    { time "$@" 2>&3; } 3>&2 2>"$file.raw"
    awk '{printf "%.2f %.2f\n", $1, $2 + $3}' "$file.raw" >"$file"
}

need() {
    command -v "$1" >/dev/null || {
        echo "this benchmark needs $1 (Debian: apt-get install $2)" >&2
        exit 1
    }
}

ratio() {
    awk "BEGIN {printf \"%.2f\", $1 / $2}"
}

# scripts_of PROPS: what "bmsql build" would send, filled in by its settings, one file a step in $scratch/sql.
scripts_of() {
    mkdir -p "$scratch/sql"
    "$root/run/bmsql" build "$1" --print-sql |
        awk -v folder="$scratch/sql" '/^-- [A-Za-z]+: / {file = folder "/" substr($2, 1, length($2) - 1) ".sql"} file {print > file}'
}
