#!/bin/sh
# Cuts an agent's host off in the middle of a run, and heals the link: three network namespaces on one machine, each with its own
# address. Needs root and ip. The database must listen on 10.77.0.1, which this script makes, so let it listen on all addresses.
#   run/bench/agents-cut.sh PROPS      with conn=jdbc:postgresql://10.77.0.1:5432/...; BMSQL names another program than run/bmsql
# The run must continue without the host that was cut off (exit status 5, "Incomplete"), and that host's agent must end its run
# because it lost the coordinator. Exit status 0 when both did.
. "$(dirname "$0")/hosts.sh"

ip link add bmsqlbr type bridge && ip addr add 10.77.0.1/24 dev bmsqlbr && ip link set bmsqlbr up || exit 1
for host in 2 3; do
    ip netns add "bmsql$host" && ip link add "bmsqlv$host" type veth peer name eth0 netns "bmsql$host" || exit 1
    ip link set "bmsqlv$host" master bmsqlbr up
    ip netns exec "bmsql$host" ip addr add "10.77.0.$host/24" dev eth0
    ip netns exec "bmsql$host" ip link set eth0 up
    ip netns exec "bmsql$host" ip link set lo up
    start_agent "$host"
done
start_run 0.5
sleep 5
echo "$(date +%T) the link of 10.77.0.3 is cut"
ip link set bmsqlv3 down
sleep 14
echo "$(date +%T) it is whole again"
ip link set bmsqlv3 up
wait $run
status=$?
grep -E 'is lost|Verdict' log
sleep 3
grep -H 'Agent .*:' "$work/2/log" "$work/3/log"
[ $status = 5 ] && grep -q 'Verdict: Incomplete' log && grep -q 'because the coordinator was lost' "$work/3/log"
