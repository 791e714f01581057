#!/usr/bin/env bash
# How much sooner "bmsql ab --together" is sure than "bmsql ab" in turn, beside a program that comes and goes: studies of a setting against
# itself, on two equal databases of one embedded server, one study of each kind after the other, the kind that comes first in turn. As many as
# begin within MINUTES. Both kinds take the same time: twelve pairs together, six in turn.
#   run/bench/duet.sh [MINUTES [SECONDS [braked|asleep]]]   (15 5)
# SECONDS is the window of a run. A line for each study; at the end false alarms, and the widths of the intervals against each other.
# TURN=N in the environment: only each N-th study is repeated in turn, since the false alarms of those together need the most studies.
# braked: on two servers, of which the second stands still for BRAKE (50) ms of each second: how often is that found, and what is it in truth?
# asleep: a script instead of TPC-C, whose transactions sleep 57 ms in the server, and 60 on the second side, which makes it 5% slower. It asks for little of the
# processors, so that it can be shown on a machine that has none to spare.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
minutes=${1:-15}
seconds=${2:-5}
staged=${3:-}
figure=tpmC

build_program
need psql postgresql-client
other=
brake=
first_input=
finish() {
    [ -z "$other$brake" ] || kill $other $brake 2>/dev/null || true
    # The brake's last act must not be a stop.
    sleep 0.1
    [ -z "${SERVER_PID:-}" ] || pkill -CONT -P "$SERVER_PID" || true
    # The second server has the first one's input open as well, so it ends first.
    if [ -n "$first_input" ]; then
        exec {server_input}>&-
        wait "$server_job" || true
        server_input=$first_input
        server_job=$first_job
    fi
    cleanup
}
trap finish EXIT
start_server
bmsql=$root/run/bmsql
cd "$scratch"
props a.props warehouses=2 terminals=4 loadWorkers=2 terminalWarehouseFixed=false prepareRun=false
"$bmsql" build a.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }
if [ "$staged" = braked ]; then
    first_input=$server_input
    first_job=$server_job
    mkdir b
    scratch=$scratch/b
    start_server
    scratch=${scratch%/b}
    props b.props warehouses=2 terminals=4 loadWorkers=2 terminalWarehouseFixed=false prepareRun=false
    "$bmsql" build b.props --progress=none >build.log || { tail -20 build.log >&2; exit 1; }
else
    psql -q -d postgres -c "create database ${SERVER_DATABASE}2 template $SERVER_DATABASE"
    sed "s|^\(conn=.*/\)$SERVER_DATABASE|\1${SERVER_DATABASE}2|" a.props >b.props
fi
if [ "$staged" = asleep ]; then
    figure=tpmTotal
    cat >asleep.sql <<'END'
\set id random(1, 100000)
BEGIN;
select i_price from bmsql_item where i_id = :id;
select pg_sleep(:millis / 1000.0);
update bmsql_stock set s_ytd = s_ytd + 1 where s_w_id = 1 and s_i_id = :id;
END;
END
    for side in a:57 b:60; do # PostgreSQL sleeps whole milliseconds
        printf '%s\n' scripts=asleep.sql "scriptVariables=millis=${side#*:}" >>"${side%:*}.props"
    done
fi
cmp -s a.props b.props && { echo "both sides are one database" >&2; exit 1; }

# Other work on one processor, for 1 to 8 seconds at a time.
(
    trap 'kill $busy 2>/dev/null; exit' TERM
    while :; do
        timeout $((RANDOM % 8 + 1)) sh -c 'while :; do :; done' &
        busy=$!
        wait $busy || true
        sleep $((RANDOM % 8 + 1))
    done
) &
other=$!

# The brake: its file has the microseconds in which the server stood still, and those since it began.
if [ "$staged" = braked ]; then
    stop_seconds=$(awk "BEGIN {print ${BRAKE:-50} / 1000}")
    go_seconds=$(awk "BEGIN {print 1 - $stop_seconds}")
    (
        began=${EPOCHREALTIME/./}
        stood=0
        while :; do
            mapfile -t sessions < <(pgrep -P "$SERVER_PID")
            since=${EPOCHREALTIME/./}
            kill -STOP "${sessions[@]}" 2>/dev/null || true
            sleep "$stop_seconds"
            kill -CONT "${sessions[@]}" 2>/dev/null || true
            stood=$((stood + ${EPOCHREALTIME/./} - since))
            echo "$stood $((${EPOCHREALTIME/./} - began))" >brake
            sleep "$go_seconds"
        done
    ) &
    brake=$!
fi

# field NAME FILE: of the figure.
field() {
    sed -nE '/"key" : "'$figure'"/,/"change"/ s/.*"'"$1"'" : "?([-A-Za-z_0-9.]+).*/\1/p' "$2" | head -1
}

declare -A alarms=([together]=0 [turn]=0) sums=([together]=0 [turn]=0)
# study KIND NUMBER [OPTION...]: one line, and what it adds to the sums.
study() {
    local kind=$1 name=$1$2 start=$SECONDS
    "$bmsql" ab a.props b.props --until 0.01% --out "$name" --progress=none \
        -DrunMins="$(awk "BEGIN {print $seconds / 60}")" -DrampupMins=0.02 "${@:3}" >"$name.log" 2>&1 || { tail -20 "$name.log" >&2; exit 1; }
    local claim width low high
    claim=$(field change "$name/compare.json")
    low=$(field lowPercent "$name/compare.json")
    high=$(field highPercent "$name/compare.json")
    width=$(awk "BEGIN {print 100 * log((100 + $high) / (100 + $low))}")
    # Of a side that is slower only the true claim counts.
    case $staged:$claim in :BETTER | :WORSE | ?*:WORSE) alarms[$kind]=$((alarms[$kind] + 1)) ;; esac
    sums[$kind]=$(awk "BEGIN {print ${sums[$kind]} + log($width)}")
    field changePercent "$name/compare.json" >>"$kind.changes"
    printf '%s: %s, B against A %+.1f%%, interval %+.1f to %+.1f%%, %.0f%% of the noise shared, %d s\n' "$name" "$claim" \
        "$(field changePercent "$name/compare.json")" "$low" "$high" \
        "$(sed -nE 's/.*"sharedPercent" : ([0-9.]+).*/\1/p' "$name/compare.json")" $((SECONDS - start))
}
together() { study together "$1" --together --rounds 12; }
turn() {
    [ $(($1 % ${TURN:-1})) != 0 ] || {
        study turn "$1" --rounds 6
        turns=$((turns + 1))
    }
}

studies=0
turns=0
until_seconds=$((SECONDS + minutes * 60))
while [ $SECONDS -lt $until_seconds ]; do
    studies=$((studies + 1))
    if [ $((turns % 2)) = 0 ]; then
        together $studies && turn $studies
    else
        turn $studies && together $studies
    fi
done
echo
# effect KIND: the change in all studies of this kind together, with twice its standard error.
effect() {
    awk '{log_ratio = log(1 + $1 / 100); sum += log_ratio; squares += log_ratio ^ 2}
        END {if (NR > 1) {mean = sum / NR; printf "%+.1f%% ± %.1f", 100 * (exp(mean) - 1), 200 * sqrt((squares / NR - mean ^ 2) / (NR - 1))}}' "$1.changes"
}
touch turn.changes
echo "B against A in all studies: together $(effect together), in turn $(effect turn)"
if [ -n "$staged" ]; then
    [ ! -f brake ] || echo "B's server stood still for $(awk '{printf "%.1f", 100 * $1 / $2}' brake)% of the time"
    echo "found: ${alarms[together]} of $studies studies together, ${alarms[turn]} of $turns in turn (goal 90%)"
else
    echo "false alarms: ${alarms[together]} of $studies studies together, ${alarms[turn]} of $turns in turn (5% is allowed)"
fi
[ $turns = 0 ] || awk "BEGIN {
    together = ${sums[together]} / $studies
    turn = ${sums[turn]} / $turns
    printf \"widths of the intervals, geometric means: together %.1f%%, in turn %.1f%%: %.2f of the width (goal 0.5)\\n\",
        exp(together), exp(turn), exp(together - turn)
}"
