#!/usr/bin/env bash
# OceanBase's engine as the server "seekdb" out of PyPI's wheel pylibseekdb: MySQL mode, one node, through Connector/J.
# It listens on all addresses and wants a network card, so server and program live in their own network namespace.
. "$(dirname "$0")/funcs.sh"
# Nobody else is in its namespace.
password=
need python3 python3
need ip iproute2
[ "$(uname -m)" = x86_64 ] || skip "the wheel holds a server for x86_64 only."
[ "$(id -u)" = 0 ] || skip "a network namespace needs root."

wheel=$cache/seekdb
if [ ! -x "$wheel/pylibseekdb/seekdb" ]; then
    mkdir -p "$wheel"
    python3 -m pip download -q --no-deps --only-binary :all: --python-version 311 -d "$wheel" pylibseekdb >&2 ||
        skip "PyPI's wheel pylibseekdb cannot be fetched."
    (cd "$wheel" && python3 -m zipfile -e pylibseekdb-*.whl . && chmod +x pylibseekdb/seekdb) || exit 1
fi

space=bmsql-evidence-$$
ip netns add "$space" || skip "this system lets nobody make a network namespace."
at_end ip netns delete "$space"
within=(ip netns exec "$space")
"${within[@]}" ip link set lo up
"${within[@]}" ip link add card type veth peer name other
"${within[@]}" ip address add 10.199.199.1/24 dev card
"${within[@]}" ip link set card up
"${within[@]}" ip link set other up

mkdir "$scratch/data"
LD_LIBRARY_PATH=$wheel/pylibseekdb:$wheel/pylibseekdb.libs "${within[@]}" "$wheel/pylibseekdb/seekdb" --nodaemon --port 2881 \
    --base-dir "$scratch/data" --parameter memory_limit=8G --parameter log_disk_size=6G >"$scratch/server.log" 2>&1 &
at_end stop_pid $!

url=jdbc:mysql://127.0.0.1:2881/
props "$scratch/sql.props" db=oceanbase "conn=$url" user=root
echo 'create database bmsql;' >"$scratch/database.sql"
wait_until 90 "seekdb" bmsql sql "$scratch/sql.props" "$scratch/database.sql" || { tail -n 30 "$scratch/server.log"; exit 1; }
version=$(basename "$wheel"/pylibseekdb-*.whl | cut -d- -f2)
try_server "seekdb $version" db=oceanbase "conn=${url}bmsql" user=root
exit $status
