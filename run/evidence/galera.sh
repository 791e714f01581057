#!/usr/bin/env bash
# MariaDB Galera, three nodes on loopback. All terminals on the first node of a URL with three hosts, which is killed with SIGKILL in
# mid-run, through Connector/J and through MariaDB's driver; then terminals on all nodes at once, so that commits conflict.
. "$(dirname "$0")/funcs.sh"
. "$evidence/mariadb-server.inc"
need rsync rsync
provider=$(ls /usr/lib/galera/libgalera_smm.so /usr/lib64/galera-4/libgalera_smm.so 2>/dev/null | head -n 1)
[ -n "$provider" ] || skip "Galera is not installed (Debian: apt-get install galera-4)."
version="$(mariadb_version), galera $(strings "$provider" 2>/dev/null | grep -m1 -oE '26\.4\.[0-9]+' || echo 4)"

first_group=$(free_port)
members=

# galera_node NUMBER: starts it again if it was there before.
galera_node() {
    local group=$((first_group + 10 * $1)) join=$members
    members=${members:+$members,}127.0.0.1:$group
    start_node "node$1" --wsrep-on=ON --wsrep-provider="$provider" --wsrep-cluster-name=bmsql --wsrep-node-name="node$1" \
        --wsrep-cluster-address="gcomm://$join" --wsrep-node-address=127.0.0.1 --wsrep-sst-method=rsync \
        --wsrep-sst-receive-address="127.0.0.1:$((group + 2))" --binlog-format=ROW --innodb-autoinc-lock-mode=2 \
        --wsrep-provider-options="gmcast.listen_addr=tcp://127.0.0.1:$group;ist.recv_addr=127.0.0.1:$((group + 1));gcache.size=64M"
    ports[$1]=$port
    pids[$1]=$pid
}

kill_node_1() {
    sleep $((minutes * 30))
    kill -9 "${pids[1]}"
}

# errors_by_class: failed attempts of the last run, and its outages.
errors_by_class() {
    awk -F, 'NR > 1 {n[$2] += $3} END {for (c in n) printf "%d attempts ended in %s; ", n[c], tolower(c)}' \
        "$scratch"/result_*/data/errors.csv
    sed -n 's/.*Outage [0-9]*: .*; \([0-9.]* s without service\).*; \([0-9]* failed, [0-9]* unknown\)/an outage of \1 (\2); /p' \
        "$scratch/run.log"
}

# cluster_has NODES
cluster_has() { client "${ports[2]}" -N -e "show status like 'wsrep_cluster_size'" | grep -qw "$1"; }

for number in 1 2 3; do galera_node "$number"; done
wait_until 60 "three nodes" cluster_has 3 || exit 1
hosts=127.0.0.1:${ports[1]},127.0.0.1:${ports[2]},127.0.0.1:${ports[3]}
file=$scratch/props
driver=$(ls "$root"/lib/mariadb/mariadb-java-client-*.jar \
    "$HOME"/.m2/repository/org/mariadb/jdbc/mariadb-java-client/*/mariadb-java-client-*.jar 2>/dev/null | head -n 1)
mkdir -p "$scratch/lib/mariadb"
[ -z "$driver" ] || ln -s "$driver" "$scratch/lib/mariadb/"
cd "$scratch" || exit 1

# through WHAT URL [key=value...]: a run, and a row.
through() {
    outcome=
    props "$file" db=mariadb user=root "conn=$2" "${@:3}"
    measure "$file"
    outcome+=$(errors_by_class)
    row "$version" "$minutes min of 4 terminals $1, conditions, ledger" "${outcome%; }"
}

outcome=
props "$file" db=mariadb user=root "conn=jdbc:mysql://$hosts/bmsql"
step build bmsql build "$file" --progress=none || { row "$version" "build of $warehouses warehouses" "${outcome%; }"; exit 1; }
row "$version" "build of $warehouses warehouses over three hosts" "built in $took s"

during=kill_node_1
through "on node 1, killed in mid-run" "jdbc:mysql://$hosts/bmsql"
if [ -n "$driver" ]; then
    galera_node 1
    wait_until 60 "three nodes again" cluster_has 3 || exit 1
    through "on node 1, killed in mid-run, MariaDB's driver" "jdbc:mariadb:sequential://$hosts/bmsql" driver=org.mariadb.jdbc.Driver
    galera_node 1
    wait_until 60 "three nodes again" cluster_has 3 || exit 1
    during=
    # Galera loses updates between nodes (see Jepsen's report on 12.1.2): the ledger shows them, and they are not bmsql's.
    ledger_may_fail=true
    through "on all nodes" "jdbc:mariadb:loadbalance://$hosts/bmsql" driver=org.mariadb.jdbc.Driver
fi
exit $status
