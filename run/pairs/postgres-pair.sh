#!/usr/bin/env bash
# A PostgreSQL and its copy by streaming, on this host, to try a failover with:   postgres-pair.sh FOLDER PORT1 PORT2 COMMAND
#   start async|sync  makes the servers unless FOLDER has them, and starts both; sync: a commit waits for the copy
#   detach            the copy receives nothing more: what is committed from now on can be lost
#   kill              SIGKILL to all processes of the primary
#   promote           the copy becomes the primary
#   rebuild [MODE]    a new copy of the primary, for --between; async or sync as before unless said
#   alone 1|2         starts that server by itself, to look at what it still has
#   stop              stops both
# Database and user are postgres; only this host can connect, with the password in FOLDER/1/bmsql-password, which passwordFile may name.
# The programs of the server come from PG_BIN, or from
# bmsql's own PostgreSQL, or from the system; PG_OPTIONS is given to the servers, for example -c synchronous_commit=remote_apply.
set -euo pipefail
[ $# -ge 4 ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$(realpath -m "$1")
ports=("$2" "$3")
command=$4
bin=${PG_BIN:-$(dirname "$(ls -t ~/.cache/bmsql/postgres/PG-*/bin/pg_ctl /usr/lib/postgresql/*/bin/pg_ctl 2>/dev/null | head -n 1)")}
[ -x "$bin/pg_ctl" ] || { echo "no pg_ctl: set PG_BIN to the folder with PostgreSQL's programs" >&2; exit 1; }

# The server refuses to run as root; in a user namespace it does not see that it does.
as_user() { if [ "$(id -u)" = 0 ]; then unshare -U "$@"; else "$@"; fi; }
pid() { head -n 1 "$folder/$1/postmaster.pid" 2>/dev/null; }
runs() { local process; process=$(pid "$1") && kill -0 "$process" 2>/dev/null; }
is_copy() { [ -f "$folder/$1/standby.signal" ]; }

# server primary|copy: the number of the server that runs as one.
server() {
    for number in 1 2; do
        if runs "$number" && [ "$(is_copy "$number" && echo copy || echo primary)" = "$1" ]; then echo "$number"; return; fi
    done
    echo "no $1 runs in $folder" >&2
    exit 1
}

# set_up NUMBER LINE...: its settings; a copy has no synchronous_standby_names, so that it waits for nobody when it is promoted.
set_up() { local number=$1; shift; printf '%s\n' "$@" >"$folder/$number/postgresql.auto.conf"; }

serve() {
    local options="-p ${ports[$1 - 1]} -h 127.0.0.1 -k '' -c wal_level=replica -c shared_buffers=128MB -c wal_keep_size=256MB"
    as_user "$bin/pg_ctl" -D "$folder/$1" -l "$folder/$1.log" -w -t 60 -o "$options ${PG_OPTIONS:-}" start >/dev/null
}

halt() { ! runs "$1" || as_user "$bin/pg_ctl" -D "$folder/$1" -m fast -w stop >/dev/null; }

# pair PRIMARY COPY: from the data of the one, which does not run.
pair() {
    local mode
    mode=$(cat "$folder/mode")
    rm -rf "${folder:?}/$2"
    cp -a "$folder/$1" "$folder/$2"
    touch "$folder/$2/standby.signal"
    set_up "$1" "synchronous_standby_names = '$([ "$mode" = sync ] && echo '*' || true)'"
    set_up "$2" "primary_conninfo = 'host=127.0.0.1 port=${ports[$1 - 1]} user=postgres password=$(cat "$folder/$1/bmsql-password")'"
    serve "$1"
    serve "$2"
}

case $command in
    start)
        mkdir -p "$folder"
        echo "${5:-async}" >"$folder/mode"
        if [ ! -d "$folder/1" ]; then
            (umask 077 && od -An -N24 -tx1 /dev/urandom | tr -d ' \n' >"$folder/password")
            as_user "$bin/initdb" -D "$folder/1" -A scram-sha-256 --pwfile="$folder/password" -U postgres -E UTF8 --no-locale \
                >"$folder/initdb.log"
            mv "$folder/password" "$folder/1/bmsql-password"
        fi
        # What initdb wrote is not enough for a copy.
        serve 1
        halt 1
        if is_copy 1; then pair 2 1; else pair 1 2; fi ;;
    detach)
        number=$(server copy)
        set_up "$number"
        as_user "$bin/pg_ctl" -D "$folder/$number" reload >/dev/null ;;
    kill)
        process=$(pid "$(server primary)")
        # Stopped first, so that all its processes end at one moment.
        kill -STOP "$process"
        kill -9 $(pgrep -P "$process") "$process" ;;
    promote)
        number=$(server copy)
        while runs $((3 - number)); do sleep 0.02; done
        as_user "$bin/pg_ctl" -D "$folder/$number" -w promote >/dev/null ;;
    rebuild)
        number=$(server primary)
        [ -z "${5:-}" ] || echo "$5" >"$folder/mode"
        for each in 1 2; do halt "$each"; done
        pair "$number" $((3 - number)) ;;
    alone) serve "$5" ;;
    stop) for each in 1 2; do halt "$each"; done ;;
    *) "$0" ;;
esac
