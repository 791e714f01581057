#!/usr/bin/env bash
# Faults by a seed, on a server of its own; after each the ledger and the conditions. docs/chaos.md says more.
#   run/chaos.sh --seed N --minutes M [--db postgres|mariadb] [--out DIR] [--plan]
# Exit status: 0 when all was as it should be, 1 when something was found, 2 for a wrong argument.
set -uo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd -P)
seed= minutes= db=postgres out= plan=
wrong() { echo "$1" >&2; sed -n '3s/^# *//p' "$0" >&2; exit 2; }
while [ $# -gt 0 ]; do
    case $1 in
        --plan) plan=1 ;;
        --seed | --minutes | --db | --out) [ $# -gt 1 ] || wrong "$1 needs a value"; declare "${1#--}=$2"; shift ;;
        *) wrong "unknown argument: $1" ;;
    esac
    shift
done
[[ $seed =~ ^[0-9]{1,18}$ ]] || wrong "--seed needs a whole number"
[[ $minutes =~ ^[1-9][0-9]{0,4}$ ]] || wrong "--minutes needs a whole number above 0"
[[ $db =~ ^(postgres|mariadb)$ ]] || wrong "--db is postgres or mariadb, not $db"
out=$(realpath -m "${out:-chaos_${db}_seed${seed}}")
[ -n "$plan" ] || [ ! -e "$out" ] || wrong "$out exists already: give --out another name"
[ -f "$root/target/bench.classpath" ] && [ -f "$root/target/test-classes/io/bmsql/chaos/Chaos.class" ] ||
    wrong "bmsql is not built yet: run 'mvn -q -DskipTests package' in $root"
cd "$root" || exit 1
java=(java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -cp "target/test-classes:target/classes:$(cat target/bench.classpath)")
[ -z "$plan" ] || exec "${java[@]}" io.bmsql.chaos.Chaos "$seed" "$minutes" plan

scratch=$(mktemp -d "${TMPDIR:-/tmp}/bmsql-chaos.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap '[ -z "${job:-}" ] || kill "$job"' INT TERM
# A small file system of its own, which no other process sees and which ends with the server: its disk can be full.
own=(unshare -m)
[ "$(id -u)" = 0 ] || own=(unshare -Urm)
mount="mount -t tmpfs -o size=3g,mode=700 none $scratch"
"${own[@]}" sh -c "$mount" 2>/dev/null || own=() mount=:
# The clock of the wall alone is stepped. Without the last one the waits of a JVM would end at once.
export FAKETIME_DONT_FAKE_MONOTONIC=1 DONT_FAKE_MONOTONIC=1 FAKETIME_CACHE_DURATION=1 FAKETIME_FORCE_MONOTONIC_FIX=0
faketime=$(find /usr/lib /usr/local/lib -name libfaketimeMT.so.1 2>/dev/null | head -n 1)
"${own[@]}" sh -c "$mount"' && exec "$@"' sh "${java[@]}" -Djava.io.tmpdir="$scratch" io.bmsql.chaos.Chaos \
    "$seed" "$minutes" "$db" "$out" "$faketime" &
job=$!
wait "$job"
status=$?
while kill -0 "$job" 2>/dev/null; do wait "$job"; status=$?; done
exit "$status"
