#!/usr/bin/env bash
# Does "bmsql ab" claim what is not there, and find what is? Studies of real runs on the embedded server, fsync on: a setting against
# itself; against the same with a brake of 5%; synchronous_commit on against off, with one terminal and a disk that takes its time.
#   run/bench/aa.sh [STUDIES [PAIRS [SECONDS]]]   (5 7 10)
# STUDIES of a setting against itself, two of the brake, one of synchronous_commit; a run takes about 4 s more than SECONDS. The defaults
# make 112 runs in under half an hour; on a busy machine take longer runs, see docs/comparing.md.
# The brake stops the load generator for 50 ms of each second, so that B must be 5% slower, whatever the machine does.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
studies=${1:-5}
pairs=${2:-7}
seconds=${3:-10}
braked=2

build_program
start_server
bmsql=$root/run/bmsql
cd "$scratch"
props a.props warehouses=2 terminals=4 loadWorkers=2 seed=1 terminalWarehouseFixed=false
# One terminal has no company in which to commit: each transaction waits for the disk, or does not. On some disks that is nothing,
# so commit_delay puts a millisecond before each flush that somebody waits for, as a disk does that has no cache.
sed -e 's/^terminals=.*/terminals=1/' -e 's/^conn=.*/&?options=-c%20commit_delay=1000%20-c%20commit_siblings=0/' a.props >on.props
sed 's/^conn=.*/&%20-c%20synchronous_commit=off/' on.props >off.props
"$bmsql" build a.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }

cat >brake.sh <<'END'
if [ -f brake.pid ]; then kill "$(cat brake.pid)" 2>/dev/null; rm brake.pid; fi
kill -CONT "$1"
if [ "$BMSQL_SIDE" = new ]; then
    (while sleep 0.95 && kill -STOP "$1"; do sleep 0.05; kill -CONT "$1" || exit; done) >/dev/null 2>&1 &
    echo $! >brake.pid
fi
END

# study NAME A.PROPS B.PROPS [OPTION...]: one line, with the claim on tpmC in the variable "claim".
study() {
    "$bmsql" ab "$2" "$3" --rounds "$pairs" --until 0.1% --out "$1" \
        -DrunMins="$(awk "BEGIN {print $seconds / 60}")" -DrampupMins=0.05 "${@:4}" >"$1.log" 2>&1 || { tail -20 "$1.log" >&2; exit 1; }
    claim=$(sed -nE '/"key" : "tpmC"/,/"change"/ s/.*"change" : "([A-Z_]+)".*/\1/p' "$1/compare.json" | head -1)
    echo "$1: $claim, $(sed -nE 's/.*; so far (.*)/\1/p' "$1.log" | tail -1)"
}

# interval FOUND OF: the 95% interval of a share (C. J. Clopper and E. S. Pearson, Biometrika 26, 1934), in percent.
interval() {
    awk -v k="$1" -v n="$2" '
        function atMost(k, p, sum, term, i) {
            term = (1 - p) ^ n
            for (i = 0; i <= k; i++) { sum += term; term *= (n - i) / (i + 1) * p / (1 - p) }
            return sum
        }
        function solve(k, tail, low, high, i, p) {
            low = 0; high = 1
            for (i = 0; i < 60; i++) { p = (low + high) / 2; if (atMost(k, p) > tail) low = p; else high = p }
            return 100 * p
        }
        BEGIN { printf "%.0f to %.0f%%", k == 0 ? 0 : solve(k - 1, 0.975), k == n ? 100 : solve(k, 0.025) }'
}

alarms=0
found=0
for ((i = 1; i <= studies; i++)); do
    study same$i a.props a.props
    case $claim in BETTER | WORSE) alarms=$((alarms + 1)) ;; esac
done
for ((i = 1; i <= braked; i++)); do
    # shellcheck disable=SC2016 # the shell of the command says who started it
    study braked$i a.props a.props --between 'sh brake.sh $PPID'
    [ "$claim" != WORSE ] || found=$((found + 1))
done
study off on.props off.props
echo
echo "false alarms: $alarms of $studies studies of $pairs pairs, 95% interval $(interval $alarms "$studies") (5% is allowed)"
echo "5% slower found: $found of $braked studies, 95% interval $(interval $found $braked)"
echo "synchronous_commit=off: $claim"
