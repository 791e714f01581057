# Sourced by the benchmark scripts: a scratch folder, a PostgreSQL server of their own, CPU accounting.
# Every script ends with one line "what: figure unit (goal ...)" and leaves nothing behind.

unset CDPATH # with it cd may go elsewhere, and prints where
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bmsql-bench.XXXXXX")
server_input=
mariadb_pid=

cleanup() {
    stop_mariadb
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
    # quickstart.sh builds the program without the classes of the benches.
    if [ ! -f "$root/target/bench.classpath" ] || [ ! -f "$root/target/bmsql.jar" ] ||
        [ ! -f "$root/target/test-classes/io/bmsql/bench/BenchServer.class" ] ||
        [ -n "$(find "$root/src" "$root/pom.xml" -newer "$root/target/bmsql.jar" -print -quit)" ]; then
        (cd "$root" && mvn -q -B -ntp -DskipTests package) >&2
    fi
    bench_classpath=$root/target/test-classes:$root/target/classes:$(cat "$root/target/bench.classpath")
}

# start_server [setting=value ...]: sets SERVER_PORT SERVER_PID SERVER_URL SERVER_DATABASE SERVER_PASSWORD.
start_server() {
    mkfifo "$scratch/stop"
    java -cp "$bench_classpath" io.bmsql.bench.BenchServer "$scratch/data" bench \
        shared_buffers=2GB max_wal_size=8GB checkpoint_timeout=30min "$@" <"$scratch/stop" >&2 &
    server_job=$!
    exec {server_input}>"$scratch/stop"
    local tries=0
    until [ -f "$scratch/server.env" ]; do
        tries=$((tries + 1))
        if [ $tries -gt 3000 ] || ! kill -0 $server_job 2>/dev/null; then
            echo "the benchmark's server did not start" >&2
            exit 1
        fi
        sleep 0.2
    done
    # shellcheck disable=SC1091
    . "$scratch/server.env"
    export PGHOST=127.0.0.1 PGPORT=$SERVER_PORT PGUSER=postgres PGDATABASE=$SERVER_DATABASE PGPASSWORD=$SERVER_PASSWORD
}

# start_mariadb [option ...]: a MariaDB with a new data folder and the empty database "bench"; sets SERVER_PORT, SERVER_PID and SERVER_PASSWORD.
start_mariadb() {
    PATH=$PATH:/usr/sbin
    need mariadbd mariadb-server
    need mariadb-install-db mariadb-server
    need mariadb mariadb-client
    rm -rf "$scratch/mariadb"
    mkdir "$scratch/mariadb"
    SERVER_PASSWORD=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
    # The scratch folder is closed to others.
    printf '%s\n' "flush privileges;" \
        "alter user if exists root@"{localhost,127.0.0.1,"'::1'","'$(hostname)'"}" identified by '$SERVER_PASSWORD';" >"$scratch/init.sql"
    mariadb-install-db --no-defaults --user="$(id -un)" --datadir="$scratch/mariadb/data" \
        --auth-root-authentication-method=normal --skip-test-db --extra-file="$scratch/init.sql" >"$scratch/install.log" 2>&1
    run_mariadb "$@"
}

# run_mariadb [option ...]: on the data folder that is there; another port.
run_mariadb() {
    serve_mysql mariadbd --no-defaults --user="$(id -un)" --datadir="$scratch/mariadb/data" --bind-address=127.0.0.1 --skip-name-resolve \
        --innodb-buffer-pool-size=2G --innodb-log-file-size=2G "$@"
}

# serve_mysql COMMAND [option ...]: a server with MySQL's protocol on a free port, and its empty database "bench" if it has none.
serve_mysql() {
    export MYSQL_PWD=$SERVER_PASSWORD
    until SERVER_PORT=$((20000 + RANDOM % 12000)) && ! (exec 3<>"/dev/tcp/127.0.0.1/$SERVER_PORT") 2>/dev/null; do :; done
    export SERVER_PORT
    "$@" --port="$SERVER_PORT" --socket="$scratch/mariadb/s" --local-infile=ON --skip-log-bin >"$scratch/mariadb.log" 2>&1 &
    mariadb_pid=$!
    SERVER_PID=$mariadb_pid
    until client -e 'create database if not exists bench' >/dev/null 2>&1; do
        kill -0 "$mariadb_pid" || { cat "$scratch/mariadb.log" >&2; exit 1; }
        sleep 0.2
    done
}

stop_mariadb() {
    if [ -n "$mariadb_pid" ]; then
        kill "$mariadb_pid" 2>/dev/null || true
        wait "$mariadb_pid" 2>/dev/null || true
        mariadb_pid=
    fi
}

client() { mariadb --no-defaults -h 127.0.0.1 -P "$SERVER_PORT" -u root --local-infile=1 "$@"; }

# props FILE [key=value ...]: a props file for the server.
props() {
    local file=$1
    shift
    {
        echo "db=postgres"
        echo "driver=org.postgresql.Driver"
        echo "conn=$SERVER_URL"
        echo "user=postgres"
        echo "password=$SERVER_PASSWORD"
        printf '%s\n' "$@"
    } >"$file"
}

# CPU seconds of the server: its process (a postmaster, a mariadbd), its ended children, and those that live.
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

# watched COMMAND...: runs it and sets cpu_seconds, peak_mb and most_threads of its process, read from /proc until it is gone. What it
# prints goes to watched.log. With a file's name in resident_log it writes its resident size there, "seconds kB" on each line.
watched() {
    "$@" >watched.log 2>&1 &
    local pid=$! ticks=0 peak_kb=0 stat fields key value
    [ -z "${resident_log:-}" ] || : >"$resident_log"
    most_threads=0
    while kill -0 $pid 2>/dev/null; do
        if { read -r stat <"/proc/$pid/stat"; } 2>/dev/null; then
            read -r -a fields <<<"${stat##*) }"
            while read -r key value _; do
                case $key in
                    VmHWM:) ticks=$((fields[11] + fields[12])) peak_kb=$value ;;
                    VmRSS:) [ -z "${resident_log:-}" ] || echo "$EPOCHREALTIME $value" >>"$resident_log" ;;
                    Threads:) most_threads=$((value > most_threads ? value : most_threads)) ;;
                esac
            done <"/proc/$pid/status" 2>/dev/null || true
        fi
        sleep 0.05
    done
    wait $pid || { tail -20 watched.log >&2; return 1; }
    cpu_seconds=$(awk "BEGIN {printf \"%.2f\", $ticks / $(getconf CLK_TCK)}")
    peak_mb=$((peak_kb / 1024))
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
