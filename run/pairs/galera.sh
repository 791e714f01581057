#!/usr/bin/env bash
# Three nodes of MariaDB Galera on this host, to see what they do under load and when one is lost:   galera.sh FOLDER PORT COMMAND
#   start     makes the nodes unless FOLDER has them, and starts them; clients connect to PORT+1, PORT+2 and PORT+3
#   kill N    SIGKILL to node N
#   freeze N  stops all threads of node N, as a host that hangs; thaw N continues it
#   add N     starts node N again; it fetches what it missed
#   sql N ... a statement on node N, as who may do all
#   stop      stops all
# Database, user and password are bmsql. MARIADB_OPTIONS is given to the nodes, for example --wsrep-sync-wait=1.
set -euo pipefail
[ $# -ge 3 ] || set -- . 0 usage
folder=$(realpath -m "$1")
base=$2
port() { echo $((base + $1)); }
. "$(dirname "$0")/mariadb.inc"
provider=$(ls /usr/lib/galera/libgalera_smm.so /usr/lib64/galera-4/libgalera_smm.so 2>/dev/null | head -n 1 || true)
[ -n "$provider" ] || { echo "Galera is not installed (Debian: apt-get install galera-4 rsync)" >&2; exit 1; }

# Ports of a node: replication, incremental and full transfer of state.
group() { echo $((base + 10 * $1)); }

# node NUMBER [option...]: joins those that are there, or begins a cluster with --wsrep-new-cluster.
node() {
    local number=$1 group
    group=$(group "$1")
    shift
    serve "$number" --wsrep-on=ON --wsrep-provider="$provider" --wsrep-cluster-name="bmsql$base" --wsrep-node-name="node$number" \
        --wsrep-cluster-address="gcomm://127.0.0.1:$(group 1),127.0.0.1:$(group 2),127.0.0.1:$(group 3)" \
        --wsrep-node-address="127.0.0.1:$group" --wsrep-node-incoming-address="127.0.0.1:$(port "$number")" --wsrep-sst-method=rsync \
        --wsrep-sst-receive-address="127.0.0.1:$((group + 2))" --binlog-format=ROW --innodb-autoinc-lock-mode=2 \
        --wsrep-provider-options="gmcast.listen_addr=tcp://127.0.0.1:$group;ist.recv_addr=127.0.0.1:$((group + 1));gcache.size=64M" \
        "$@"
    wait_until 90 "node $number" synced "$number"
}

synced() { sql "$1" "show status like 'wsrep_local_state_comment'" | grep -q Synced; }

case $3 in
    start)
        mkdir -p "$folder"
        chmod 755 "$folder"
        chown "$user" "$folder"
        for number in 1 2 3; do install "$number"; done
        node 1 --wsrep-new-cluster
        make_database 1
        node 2
        node 3 ;;
    kill) kill_hard "$4" ;;
    freeze) kill -STOP "$(pid "$4")" ;;
    thaw) kill -CONT "$(pid "$4")" ;;
    add) node "$4" ;;
    sql) sql "$4" "$5" ;;
    # The first is the last to go, and may begin the cluster again.
    stop) for number in 3 2 1; do halt "$number"; done ;;
    *) usage ;;
esac
