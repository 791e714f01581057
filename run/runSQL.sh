#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/bmsql" --as runSQL.sh "$@"
