# Sourced by causes.sh and levers.sh: a server of a family, and what is staged on it.
. "$(dirname "${BASH_SOURCE[0]}")/funcs.sh"
need psql postgresql-client
seconds=20
bmsql=$root/run/bmsql
helpers=()
prefix=(env)

stop_helpers() {
    local pid
    for pid in "${helpers[@]}"; do kill "$pid" 2>/dev/null || true; done
    helpers=()
}
trap 'stop_helpers; links_down; [ ! -d "$group" ] || no_limit; cleanup' EXIT

# background COMMAND...: goes on until the stage is over.
background() {
    "$@" >>"$scratch/helpers.log" 2>&1 &
    helpers+=($!)
}

# sql STATEMENT...: on the server of the family, one after the other in one session.
sql() {
    if [ "$family" = postgres ]; then
        printf '%s;\n' "$@" | psql -q -v ON_ERROR_STOP=1 >>"$scratch/helpers.log"
    else
        printf '%s;\n' "$@" | client bench >>"$scratch/helpers.log"
    fi
}

# session SECONDS STATEMENT...: one session that sends them, and then sleeps before it goes.
session() {
    local wait=$1
    shift
    { printf '%s;\n' "$@"; sleep "$wait"; } | if [ "$family" = postgres ]; then psql -q; else client bench; fi
}

begin() { if [ "$family" = postgres ]; then echo begin; else echo "start transaction"; fi; }

# slow_trigger TABLE EVENT SECONDS: each row of it takes so long, in a transaction that keeps what it has locked.
slow_trigger() {
    if [ "$family" = postgres ]; then
        sql "create or replace function slow() returns trigger language plpgsql as 'begin perform pg_sleep($3); return null; end'" \
            "create trigger slow after $2 on $1 for each row execute function slow()"
    else
        sql "create trigger slow after $2 on $1 for each row do sleep($3)"
    fi
}

no_trigger() {
    if [ "$family" = postgres ]; then sql "drop trigger if exists slow on $1"; else sql "drop trigger if exists slow"; fi
}

# set_delay ON: commits wait for the log: PostgreSQL's by its own setting, MariaDB's as its host lets it write 60 times a second, since MariaDB
# leaves its own delay out where somebody waits for a row of the one that commits.
set_delay() {
    if [ "$family" = postgres ]; then
        sql "alter system set commit_siblings = 0" "alter system set commit_delay = $(($1 * 20000))" "select pg_reload_conf()"
    elif [ "$1" = 1 ]; then
        limit_device write 60
    else
        no_limit
    fi
}

group=/sys/fs/cgroup/blkio/bmsql-causes

# limit_device read|write NUMBER: so many operations a second for the server; false where block devices cannot be limited (cgroups, version 1).
limit_device() {
    mkdir "$group" 2>/dev/null || return
    echo "$(stat -c '%Hd:0' "$scratch") $2" >"$group/blkio.throttle.$1_iops_device"
    echo "$SERVER_PID" >"$group/cgroup.procs"
}

no_limit() {
    local pid
    for pid in $(cat "$group/cgroup.procs"); do echo "$pid" >/sys/fs/cgroup/blkio/cgroup.procs 2>/dev/null || true; done
    until rmdir "$group" 2>/dev/null; do sleep 0.1; done
}

not_staged() { printf '%-8s | %-40s | not staged: %s\n' "$family" "$1" "$2"; }

# props_of FILE [key=value ...]
props_of() {
    local file=$1
    shift
    props "$file" warehouses="$warehouses" rampupMins=0.1 runMins="$(awk "BEGIN {print $seconds / 60}")" limitTxnsPerMin=0 \
        terminalWarehouseFixed=true osCollectorScript=builtin checkAfterRun=false reportAfterRun=false seed=3 "$@"
    if [ "$family" != postgres ]; then
        sed -i -e "s/^db=.*/db=$family/" -e 's/^driver=.*/driver=com.mysql.cj.jdbc.Driver/' -e 's/^user=.*/user=root/' "$file"
    fi
}

# wait_for_log ON: commits wait until the disk has them.
wait_for_log() {
    if [ "$family" = postgres ]; then
        # The server was started with its own setting, which a database's goes before.
        sql "alter database $SERVER_DATABASE set synchronous_commit = $([ "$1" = 1 ] && echo on || echo off)"
    else
        sql "set global innodb_flush_log_at_trx_commit = $((2 - $1))"
    fi
}

# Another host in a network namespace, 10.77.0.2, whose packets take 2 ms each way; ssh leads from there to this one, 10.77.0.1.
links_up() {
    mkdir -p "$scratch/link"
    ip netns add bmsql2
    ip netns exec bmsql2 ip link set lo up
    python3 "$here/slow-links.py" 2 0 2 >"$scratch/link/log" 2>&1 &
    links=$!
    until grep -q ready "$scratch/link/log"; do kill -0 $links; sleep 0.1; done
    [ -f "$scratch/link/key" ] || ssh-keygen -q -t ed25519 -N '' -f "$scratch/link/key"
    mkdir -p /run/sshd
    /usr/sbin/sshd -D -f /dev/null -h "$scratch/link/key" -o ListenAddress=10.77.0.1 -o Port=22 -o StrictModes=no -o PidFile=none \
        -o AuthorizedKeysFile="$scratch/link/key.pub" -o UsePAM=no >>"$scratch/link/log" 2>&1 &
    sshd=$!
    printf '#!/bin/sh\nexec /usr/bin/ssh -i %s -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "$@"\n' "$scratch/link/key" \
        >"$scratch/link/ssh"
    chmod 755 "$scratch/link/ssh"
}
links=
sshd=
links_down() {
    [ -z "$links" ] || kill "$links" "$sshd" 2>/dev/null || true
    ip netns del bmsql2 2>/dev/null || true
    links=
}

# start_family [small]: the family's server, with a small cache and none of the system's; the data stay where they are.
start_family() {
    local waits=(--performance-schema=ON "--performance-schema-instrument=wait/%=ON" --performance-schema-consumer-events-waits-current=ON)
    if [ "$family" = postgres ]; then
        rm -f "$scratch/stop" "$scratch/server.env"
        if [ "${1:-}" = small ]; then
            start_server shared_buffers=16MB debug_io_direct=data io_method=sync effective_io_concurrency=0
        else
            start_server "listen_addresses=*"
        fi
    elif [ "$family" = mysql ]; then
        start_mysql $([ "${1:-}" = small ] && echo --innodb-buffer-pool-size=16M || echo --innodb-buffer-pool-size=2G)
    elif [ "${1:-}" = small ]; then
        run_mariadb "${waits[@]}" --innodb-buffer-pool-size=16M --innodb-flush-method=O_DIRECT
    elif [ "${1:-}" = tight ]; then
        run_mariadb "${waits[@]}" --innodb-log-file-size=5M
    else
        [ -d "$scratch/mariadb" ] && run=run_mariadb || run=start_mariadb
        $run "${waits[@]}" --bind-address=0.0.0.0
    fi
    [ "$family" = postgres ] || SERVER_URL=jdbc:mysql://127.0.0.1:$SERVER_PORT/bench
}
stop_family() {
    if [ "$family" = postgres ]; then
        exec {server_input}>&-
        wait "$server_job" 2>/dev/null || true
        server_input=
    else
        stop_mariadb
    fi
}

# start_mysql [option ...]: on the data that are there, else new ones; the server is the one that run/evidence/mysql.sh unpacked.
start_mysql() {
    local files=${EVIDENCE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bmsql-evidence}/mysql-9/files
    local libraries=$files/usr/lib/x86_64-linux-gnu
    local server=("$libraries/ld-linux-x86-64.so.2" --library-path "$libraries:$libraries/mysql/private" "$files/usr/sbin/mysqld" --no-defaults
        "--user=$(id -un)" "--basedir=$files/usr" "--lc-messages-dir=$files/usr/share/mysql" "--datadir=$scratch/mariadb/data")
    [ -x "$files/usr/sbin/mysqld" ] || { echo "no MySQL: run/evidence/mysql.sh fetches one" >&2; exit 1; }
    need mariadb mariadb-client
    if [ ! -d "$scratch/mariadb" ]; then
        mkdir "$scratch/mariadb"
        SERVER_PASSWORD=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
        "${server[@]}" --initialize-insecure >"$scratch/install.log" 2>&1
        printf '%s\n' "alter user root@localhost identified by '$SERVER_PASSWORD';" >"$scratch/init.sql"
    fi
    serve_mysql "${server[@]}" --init-file="$scratch/init.sql" --bind-address=0.0.0.0 --mysqlx=OFF --secure-file-priv=NULL \
        --innodb-redo-log-capacity=2G --innodb-flush-method=O_DIRECT --performance-schema-consumer-events-waits-current=ON \
        --performance-schema-instrument='wait/%=ON' "$@"
}

# build_family: the family's server with loaded warehouses, which the load generator of the other host may use too.
build_family() {
    start_family
    props_of build.props terminals=1 loadWorkers=2
    "$bmsql" build build.props --progress=none >build.log 2>&1 || { tail -20 build.log >&2; exit 1; }
    # The load generator of the other host.
    if [ "$family" = postgres ]; then
        echo "host all all 10.77.0.2/32 scram-sha-256" >>"$scratch/data/pg_hba.conf"
        sql "select pg_reload_conf()"
    else
        sql "create user root@'10.77.0.2' identified by '$SERVER_PASSWORD'" "grant all on *.* to root@'10.77.0.2'"
    fi
}

# chosen_families [postgres|mariadb|mysql] [STAGE...]: sets families and chosen, of stages_of_all, and builds the program.
chosen_families() {
    families=(postgres mariadb)
    if [ "${1:-}" = postgres ] || [ "${1:-}" = mariadb ] || [ "${1:-}" = mysql ]; then
        families=("$1")
        shift
    fi
    chosen=("$@")
    [ ${#chosen[@]} -gt 0 ] || chosen=("${stages_of_all[@]}")
    build_program
    cd "$scratch"
}

# stage_all WHAT MAY_BE_WRONG RIGHT: the chosen stages on each family, which count stages and wrong; ends with 1 when too many are wrong.
stage_all() {
    local status=0
    for family in "${families[@]}"; do
        wrong=0 stages=0 warehouses=10
        build_family
        for stage in "${chosen[@]}"; do "$stage"; done
        stop_family
        echo "$1 on $family: $((stages - wrong)) of $stages $3"
        [ "$wrong" -le "$2" ] || status=1
    done
    return $status
}
