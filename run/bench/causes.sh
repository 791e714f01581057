#!/usr/bin/env bash
# Twelve staged truths, and what "Limited by" says of each: on PostgreSQL and on MariaDB, whose causes the machine cannot change.
#   run/bench/causes.sh [postgres|mariadb] [STAGE...]   (both, all of them)
# Prints for each stage what was staged, what was said, and whether that is right. Ends with 1 when more than one of a family is wrong:
# "not known" where the truth is known counts as wrong. The slow link needs root and /dev/net/tun; without them it is left out. Nothing else should
# run on this machine: what it takes is seen, and said.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
need psql postgresql-client
seconds=20
bmsql=$root/run/bmsql
helpers=()

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
    if [ "$family" = mariadb ]; then
        sed -i -e 's/^db=.*/db=mariadb/' -e 's/^driver=.*/driver=com.mysql.cj.jdbc.Driver/' -e 's/^user=.*/user=root/' "$file"
    fi
}

# measure STAGED EXPECTED [key=value ...]: EXPECTED is a regular expression of the sentence.
measure() {
    local staged=$1 expected=$2 said verdict=right
    shift 2
    rm -rf "$scratch/result"
    props_of "$scratch/run.props" resultDirectory="$scratch/result" "$@"
    "${prefix[@]}" "$bmsql" run "$scratch/run.props" --progress=none >"$scratch/run.log" 2>&1 || true
    stop_helpers
    said=$(jq -r '.limit.sentence // "nothing"' "$scratch/result/summary.json" 2>/dev/null || tail -1 "$scratch/run.log")
    if ! grep -Eq "$expected" <<<"$said"; then
        verdict=WRONG
        wrong=$((wrong + 1))
        [ -z "${KEEP:-}" ] || cp -r "$scratch/result" "$KEEP/$family-${staged// /-}"
    fi
    stages=$((stages + 1))
    printf '%-8s | %-40s | %-5s | %s\n' "$family" "$staged" "$verdict" "$said"
}

busy_loop() { while :; do :; done; }
own_share='the processors, which server and load generator share|the server.s processors'

# wait_for_log ON: commits wait until the disk has them.
wait_for_log() {
    if [ "$family" = postgres ]; then
        # The server was started with its own setting, which a database's goes before.
        sql "alter database $SERVER_DATABASE set synchronous_commit = $([ "$1" = 1 ] && echo on || echo off)"
    else
        sql "set global innodb_flush_log_at_trx_commit = $((2 - $1))"
    fi
}

server_cpu() {
    wait_for_log 0
    measure "CPU of the server" "$own_share" terminals=10 useStoredProcedures=true
    wait_for_log 1
}
others_cpu() {
    local i
    for i in $(seq $((2 * $(nproc)))); do background busy_loop; done
    measure "CPU of others" "Limited by other programs" terminals=1
}
starved_generator() {
    # Frozen for four fifths of the time, all transactions wait for it.
    background bash -c 'while sleep 0.2; do pid=$(pgrep -f "[b]msql.*run '"$scratch"'/run.props" | head -1) || continue
        kill -STOP $pid; sleep 0.8; kill -CONT $pid; done'
    measure "load generator starved" "the load generator|load generator and driver" terminals=4
    pkill -CONT -f "[b]msql.*run $scratch/run.props" || true
}
slow_commit() {
    set_delay 1 || { not_staged "commit delay" "needs cgroups of version 1"; return; }
    measure "commit delay" "waiting for the log" terminals=4
    set_delay 0
}
slow_commit_one_warehouse() {
    set_delay 1 || { not_staged "commit delay, one warehouse" "needs cgroups of version 1"; return; }
    measure "commit delay, one warehouse" "waiting for the log" terminals=12 warehouses=1 newOrderWeight=0 paymentWeight=100 \
        orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0
    set_delay 0
}
one_warehouse() {
    slow_trigger bmsql_history insert 0.01
    measure "one warehouse and 24 terminals" "the row of bmsql_warehouse" terminals=24 warehouses=1
    no_trigger bmsql_history
}
hot_district() {
    slow_trigger bmsql_new_order insert 0.02
    measure "hot districts" "rows of bmsql_district" terminals=60 warehouses=1 newOrderWeight=100 paymentWeight=0 \
        orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0
    no_trigger bmsql_new_order
}
strangers_lock() {
    if [ "$family" = postgres ]; then
        background bash -c "sleep 16; $(declare -f session); family=postgres; session 12 begin 'lock table bmsql_stock'"
    else
        background bash -c "sleep 16; $(declare -f session client); family=mariadb; session 12 'lock tables bmsql_stock write'"
    fi
    measure "a stranger's lock of a table" "a session that is not this run's" terminals=4
}
idle_in_transaction() {
    background bash -c "$(declare -f session client begin); family=$family; session 60 \"\$(begin)\" \
        'update bmsql_warehouse set w_ytd = w_ytd + 0'"
    measure "idle in a transaction with all warehouses" "a session that is not this run's" terminals=4
}
slow_link() {
    if [ "$(id -u)" != 0 ] || [ ! -e /dev/net/tun ] || ! command -v sshd >/dev/null && [ ! -x /usr/sbin/sshd ]; then
        not_staged "slow link" "needs root, /dev/net/tun and sshd"
        return
    fi
    links_up
    prefix=(ip netns exec bmsql2 env "PATH=$scratch/link:$PATH")
    measure "slow link" "the network" terminals=4 osCollectorSSHAddr=root@10.77.0.1 \
        conn="$(sed -n 's/^conn=//p' "$scratch/build.props" | sed 's/localhost\|127.0.0.1/10.77.0.1/')"
    prefix=(env)
    links_down
}
slow_disk() {
    stop_family
    start_family small
    if limit_device read 300; then
        measure "300 reads a second, a cache of 16 MB" "waiting for data from the disk" terminals=10 rampupMins=0.05
        no_limit
    else
        not_staged "slow disk" "needs cgroups of version 1"
    fi
    stop_family
    start_family
}
own_cap() {
    measure "own cap" "its own cap" terminals=4 limitTxnsPerMin=300
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
    elif [ "${1:-}" = small ]; then
        run_mariadb "${waits[@]}" --innodb-buffer-pool-size=16M --innodb-flush-method=O_DIRECT
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

stages_of_all=(server_cpu others_cpu starved_generator slow_commit slow_commit_one_warehouse one_warehouse hot_district strangers_lock
    idle_in_transaction slow_link slow_disk own_cap)
families=(postgres mariadb)
if [ "${1:-}" = postgres ] || [ "${1:-}" = mariadb ]; then
    families=("$1")
    shift
fi
chosen=("$@")
[ ${#chosen[@]} -gt 0 ] || chosen=("${stages_of_all[@]}")

build_program
cd "$scratch"
status=0
prefix=(env)
for family in "${families[@]}"; do
    wrong=0 stages=0 warehouses=10
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
    for stage in "${chosen[@]}"; do "$stage"; done
    stop_family
    echo "causes on $family: $((stages - wrong)) of $stages right (goal 11 of 12)"
    [ "$wrong" -le 1 ] || status=1
done
exit $status
