#!/bin/sh
# Two driver hosts behind slow, lossy links, in network namespaces of this machine: the coordinator, its database and each host are
# DELAY_MS apart (50), and one packet in a hundred is lost (LOSS=0.01). One of the links is cut for three seconds, healed, and later
# cut for good. Needs root, ip and python3. The database must listen on 10.77.0.1, which is made here: let it listen on all addresses.
#   run/bench/drivers-slow.sh PROPS     with conn=jdbc:postgresql://10.77.0.1:5432/...; BMSQL names another program than run/bmsql
# Shows what the coordinator found out about clocks and losses. Exit status 0 when three seconds lost nobody and the long cut lost one.
root=$(cd "$(dirname "$0")/../.." && pwd -P) || exit 1
bmsql=${BMSQL:-$root/run/bmsql}
props=$(readlink -f "$1") || exit 2
work=$(mktemp -d) || exit 1

clean() {
    kill $(cat "$work"/*/pid) 2>/dev/null
    sleep 2
    ip netns del bmsql2 2>/dev/null
    ip netns del bmsql3 2>/dev/null
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

mkdir "$work/links" "$work/2" "$work/3" "$work/run"
for host in 2 3; do
    ip netns add "bmsql$host" && ip netns exec "bmsql$host" ip link set lo up || exit 1
done
python3 "$root/run/bench/slow-links.py" "${DELAY_MS:-50}" "${LOSS:-0.01}" 2 3 >"$work/links/log" &
links=$!
echo $links >"$work/links/pid"
until grep -q ready "$work/links/log"; do
    kill -0 $links 2>/dev/null || exit 1
    sleep 1
done
for host in 2 3; do
    (cd "$work/$host" && ip netns exec "bmsql$host" "$bmsql" agent --bind "10.77.0.$host" >log 2>&1 & echo $! >"$work/$host/pid")
done
cd "$work/run" || exit 1
"$bmsql" run "$props" --progress=plain -D drivers=10.77.0.2,10.77.0.3 -D driversBind=10.77.0.1 -D runMins=0.7 -D rampupMins=0 \
    -D resultDirectory=result -D checkAfterRun=false >log 2>&1 &
run=$!
until grep -q 'all begin at one instant' log; do
    kill -0 $run 2>/dev/null || { cat log; exit 1; }
    sleep 1
done
grep -E 'clock of|at one instant' log
sleep 8
echo "$(date +%T) the link of 10.77.0.3 is cut for 3 s"
kill -USR1 $links
sleep 3
kill -USR1 $links
sleep 12
lost=$(grep -c 'is lost' log)
echo "$(date +%T) lost by that: $lost; the link is cut for good"
kill -USR1 $links
wait $run
status=$?
grep -E 'is lost|Verdict' log
[ "$lost" = 0 ] && [ $status = 5 ] && grep -q 'driver 2 .* is lost' log
