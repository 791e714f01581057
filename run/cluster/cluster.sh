#!/bin/sh
# A stand-in for a sharded database: starts a PostgreSQL coordinator and two storage servers on loopback under run/cluster/data/,
# builds, runs, checks and reports on them.   cluster.sh [--warehouses N] [--terminals N] [--minutes N]
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd -P) || exit 1
BMSQL_QUICKSTART=cluster
export BMSQL_QUICKSTART
exec "$root/run/quickstart.sh" "$@"
