#!/usr/bin/env bash
# A MariaDB and its replica by GTID, on this host, to try a failover with:   mariadb-pair.sh FOLDER PORT1 PORT2 COMMAND
#   start async|semisync  makes the servers unless FOLDER has them, and starts both; semisync: a commit waits for the replica's receipt
#                         (rpl_semi_sync_master_wait_point=AFTER_SYNC)
#   detach                the replica receives nothing more: what is committed from now on can be lost
#   kill                  SIGKILL to server 1, the primary
#   promote               server 2 applies what it has received, and becomes the primary
#   rebuild               server 1 becomes the primary again with what the primary has, and server 2 its replica: for --between
#   alone 1|2             starts that server by itself, to look at what it still has
#   stop                  stops both
# Database, user and password are bmsql. The user must not have READ ONLY ADMIN: it would write to the replica.
# MARIADB_OPTIONS is given to the servers.
set -euo pipefail
[ $# -ge 4 ] || set -- . 0 0 usage
folder=$(realpath -m "$1")
ports=("$2" "$3")
port() { echo "${ports[$1 - 1]}"; }
. "$(dirname "$0")/mariadb.inc"

serve_role() {
    local number=$1 role=$2 semi=OFF
    [ "$(cat "$folder/mode")" = async ] || semi=ON
    case $role in
        primary) set -- --rpl-semi-sync-master-enabled=$semi --rpl-semi-sync-master-wait-point=AFTER_SYNC ;;
        replica) set -- --rpl-semi-sync-slave-enabled=$semi --read-only ;;
        alone) set -- ;;
    esac
    serve "$number" --log-bin="$folder/$number/binlog" --log-slave-updates --binlog-format=ROW --skip-slave-start "$@"
}

# pair: server 2 gets a copy of server 1's data and follows it.
pair() {
    local position
    rm -rf "${folder:?}/2"
    cp -a "$folder/1" "$folder/2"
    serve_role 1 primary
    make_database 1
    serve_role 2 replica
    position=$(sql 2 "select @@gtid_binlog_pos")
    sql 2 "reset master; set global gtid_slave_pos = '$position';
        change master to master_host = '127.0.0.1', master_port = $(port 1), master_user = 'bmsql', master_password = 'bmsql',
            master_use_gtid = slave_pos, master_connect_retry = 1;
        start slave"
    wait_until 30 "the replica" follows
}

replica() { sql 2 "show slave status\G" --column-names | sed -n "s/ *$1: //p"; }
follows() { [ "$(replica Slave_IO_Running)" = Yes ]; }

case $4 in
    start)
        mkdir -p "$folder"
        chmod 755 "$folder"
        chown "$user" "$folder"
        echo "${5:-async}" >"$folder/mode"
        install 1
        pair ;;
    detach) sql 2 "stop slave io_thread" ;;
    kill) kill_hard 1 ;;
    promote)
        while runs 1; do sleep 0.02; done
        sql 2 "stop slave io_thread"
        sql 2 "do master_gtid_wait('$(replica Gtid_IO_Pos)', 60); stop slave; reset slave all; set global read_only = OFF" ;;
    rebuild)
        halt 1
        # After a promotion server 2 has what counts.
        was_promoted=$(sql 2 "select not @@read_only")
        halt 2
        if [ "$was_promoted" = 1 ]; then
            rm -rf "${folder:?}/1"
            mv "$folder/2" "$folder/1"
            for file in "$folder"/1/binlog.*; do rm "$file"; done
        fi
        pair ;;
    alone) serve_role "$5" alone ;;
    stop) halt 2; halt 1 ;;
    *) usage ;;
esac
