#!/bin/sh
# Two hosts of agents behind slow, lossy links, in network namespaces of this machine: the coordinator, its database and each host are
# DELAY_MS apart (50), and one packet in a hundred is lost (LOSS=0.01). One of the links is cut for three seconds, healed, and later
# cut for good. Needs root, ip and python3. The database must listen on 10.77.0.1, which is made here: let it listen on all addresses.
#   run/bench/agents-slow.sh PROPS     with conn=jdbc:postgresql://10.77.0.1:5432/...; BMSQL names another program than run/bmsql
# Shows what the coordinator found out about clocks and losses. Exit status 0 when three seconds lost nobody and the long cut lost one.
. "$(dirname "$0")/hosts.sh"

mkdir "$work/links"
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
start_agent 2
start_agent 3
start_run 0.7
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
[ "$lost" = 0 ] && [ $status = 5 ] && grep -q 'agent 2 .* is lost' log
