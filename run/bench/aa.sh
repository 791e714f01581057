#!/usr/bin/env bash
# Does "bmsql ab" claim what is not there, and find what is? Studies of real runs on the embedded server, fsync on: a setting against
# itself; against the same with a brake of 5%; synchronous_commit on against off.
#   run/bench/aa.sh [STUDIES [PAIRS [SECONDS]]]   (5 10 20)
# The brake stops the driver for 50 ms of each second, so that B must be 5% slower, whatever the machine does.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
studies=${1:-5}
pairs=${2:-10}
seconds=${3:-20}

build_program
start_server
bmsql=$root/run/bmsql
cd "$scratch"
props a.props warehouses=2 terminals=4 loadWorkers=2 seed=1 terminalWarehouseFixed=false
sed 's/^conn=.*/&?options=-c%20synchronous_commit=off/' a.props >off.props
"$bmsql" build a.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }

cat >brake.sh <<'END'
if [ -f brake.pid ]; then kill "$(cat brake.pid)" 2>/dev/null; rm brake.pid; fi
kill -CONT "$1"
if [ "$BMSQL_SIDE" = new ]; then
    (while sleep 0.95 && kill -STOP "$1"; do sleep 0.05; kill -CONT "$1" || exit; done) >/dev/null 2>&1 &
    echo $! >brake.pid
fi
END

# study NAME B.PROPS [OPTION...]: one line, with the claim on tpmC in the variable "claim".
study() {
    "$bmsql" ab a.props "$2" --rounds "$pairs" --until 0.1% --out "$1" \
        -DrunMins="$(awk "BEGIN {print $seconds / 60}")" -DrampupMins=0.05 "${@:3}" >"$1.log" 2>&1 || { tail -20 "$1.log" >&2; exit 1; }
    claim=$(sed -nE '/"key" : "tpmC"/,/"change"/ s/.*"change" : "([A-Z_]+)".*/\1/p' "$1/compare.json" | head -1)
    echo "$1: $claim, $(sed -nE 's/.*; so far (.*)/\1/p' "$1.log" | tail -1)"
}

alarms=0
found=0
commits=0
for ((i = 1; i <= studies; i++)); do
    study same$i a.props
    case $claim in BETTER | WORSE) alarms=$((alarms + 1)) ;; esac
    # shellcheck disable=SC2016 # the shell of the command says who started it
    study braked$i a.props --between 'sh brake.sh $PPID'
    [ "$claim" != WORSE ] || found=$((found + 1))
    study off$i off.props
    [ "$claim" != BETTER ] || commits=$((commits + 1))
done
echo
echo "false alarms: $alarms of $studies studies of $pairs pairs (goal 0; 5% is allowed)"
echo "5% slower found: $found of $studies studies (goal all on a quiet machine)"
echo "synchronous_commit=off found: $commits of $studies studies"
