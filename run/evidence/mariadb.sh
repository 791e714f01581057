#!/usr/bin/env bash
# MariaDB as the distribution has it, on loopback with a new data directory, through Connector/J.
. "$(dirname "$0")/funcs.sh"
. "$evidence/mariadb-server.inc"

start_node main
try_server "$(mariadb_version)" db=mariadb "conn=jdbc:mysql://127.0.0.1:$port/bmsql" user=root
exit $status
