# Sourced by agents-cut.sh and agents-slow.sh, with a props file as $1: two hosts of agents in network namespaces of this machine. This
# one is 10.77.0.1, the hosts are 10.77.0.2 and 10.77.0.3. How they are linked is the script's own matter.

unset CDPATH # with it cd may go elsewhere, and prints where
root=$(cd "$(dirname "$0")/../.." && pwd -P) || exit 1
export LC_ALL=C.UTF-8 # what is looked for in the logs is English
bmsql=${BMSQL:-$root/run/bmsql}
props=$(readlink -f "$1") || exit 2
work=$(mktemp -d) || exit 1
mkdir "$work/2" "$work/3" "$work/run" || exit 1

# What else the script started has the number of its process in a file $work/*/pid.
clean() {
    # shellcheck disable=SC2046 # several numbers
    kill $(cat "$work"/*/pid 2>/dev/null) 2>/dev/null
    sleep 2
    ip netns del bmsql2 2>/dev/null
    ip netns del bmsql3 2>/dev/null
    ip link del bmsqlbr 2>/dev/null
    rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT TERM

# start_agent HOST: in its namespace, which has its link by now.
start_agent() {
    (cd "$work/$1" && ip netns exec "bmsql$1" "$bmsql" agent --bind "10.77.0.$1" >log 2>&1 & echo $! >"$work/$1/pid")
}

# start_run MINUTES: of both hosts; comes back when all have begun, in the folder with the file log. Sets run.
start_run() {
    cd "$work/run" || exit 1
    "$bmsql" run "$props" --progress=plain -D agents=10.77.0.2,10.77.0.3 -D agentsBind=10.77.0.1 -D runMins="$1" -D rampupMins=0 \
        -D resultDirectory=result -D checkAfterRun=false >log 2>&1 &
    run=$!
    until grep -q 'all begin at one instant' log; do
        kill -0 $run 2>/dev/null || { cat log; exit 1; }
        sleep 1
    done
}
