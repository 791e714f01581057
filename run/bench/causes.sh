#!/usr/bin/env bash
# Twelve staged truths, and what "Limited by" says of each: on PostgreSQL and on MariaDB, whose causes the machine cannot change.
#   run/bench/causes.sh [postgres|mariadb|mysql] [STAGE...]   (PostgreSQL and MariaDB, all of them)
# Prints for each stage what was staged, what was said, and whether that is right. Ends with 1 when more than one of a family is wrong:
# "not known" where the truth is known counts as wrong. The slow link needs root and /dev/net/tun; without them it is left out. Nothing else should
# run on this machine: what it takes is seen, and said.
#   AGENTS=2   two agents make each run, and the sentence is that of the merged one
set -euo pipefail
. "$(dirname "$0")/stages.sh"

# measure STAGED EXPECTED [key=value ...]: EXPECTED is a regular expression of the sentence.
measure() {
    local staged=$1 expected=$2 said verdict=right
    shift 2
    rm -rf "$scratch/result"
    props_of "$scratch/run.props" resultDirectory="$scratch/result" agents="${AGENTS:-0}" "$@"
    for ((agent = 1; agent <= ${AGENTS:-0}; agent++)); do
        mkdir -p "$scratch/agent$agent"
        background "${prefix[@]}" "$bmsql" agent --dir "$scratch/agent$agent"
    done
    "${prefix[@]}" "$bmsql" run "$scratch/run.props" --progress=none >"$scratch/run.log" 2>&1 || true
    stop_helpers
    said=$(jq -r '.limit.sentence // "nothing"' "$scratch/result/summary.json" 2>/dev/null || tail -1 "$scratch/run.log")
    if ! grep -Eq "$expected" <<<"$said"; then
        verdict=WRONG
        wrong=$((wrong + 1))
        [ -z "${KEEP:-}" ] || cp -r "$scratch/result" "$KEEP/$family-${staged// /-}"
    fi
    stages=$((stages + 1))
    printf '%-8s | %-40s | %-5s | %s\n' "$family" "$staged" "$verdict" "$said"
}

busy_loop() { while :; do :; done; }
own_share='the processors, which server and load generator share|the server.s processors'

server_cpu() {
    wait_for_log 0
    measure "CPU of the server" "$own_share" terminals=10 useStoredProcedures=true
    wait_for_log 1
}
others_cpu() {
    local i
    for i in $(seq $((2 * $(nproc)))); do background busy_loop; done
    measure "CPU of others" "Limited by other programs" terminals=1
}
starved_generator() {
    # Frozen for four fifths of the time, all transactions wait for it.
    local frozen="[b]msql.*run $scratch/run.props"
    [ -z "${AGENTS:-}" ] || frozen="[b]msql.*agent --dir $scratch"
    background bash -c "while sleep 0.2; do pkill -STOP -f '$frozen' || continue; sleep 0.8; pkill -CONT -f '$frozen'; done"
    measure "load generator starved" "the load generator|load generator and driver" terminals=4
    pkill -CONT -f "$frozen" || true
}
slow_commit() {
    set_delay 1 || { not_staged "commit delay" "needs cgroups of version 1"; return; }
    measure "commit delay" "waiting for the log" terminals=4
    set_delay 0
}
slow_commit_one_warehouse() {
    set_delay 1 || { not_staged "commit delay, one warehouse" "needs cgroups of version 1"; return; }
    measure "commit delay, one warehouse" "waiting for the log" terminals=12 warehouses=1 newOrderWeight=0 paymentWeight=100 \
        orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0
    set_delay 0
}
one_warehouse() {
    slow_trigger bmsql_history insert 0.01
    measure "one warehouse and 24 terminals" "the row of bmsql_warehouse" terminals=24 warehouses=1
    no_trigger bmsql_history
}
hot_district() {
    slow_trigger bmsql_new_order insert 0.02
    measure "hot districts" "rows of bmsql_district" terminals=60 warehouses=1 newOrderWeight=100 paymentWeight=0 \
        orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0
    no_trigger bmsql_new_order
}
strangers_lock() {
    if [ "$family" = postgres ]; then
        background bash -c "sleep 16; $(declare -f session); family=postgres; session 12 begin 'lock table bmsql_stock'"
    else
        background bash -c "sleep 16; $(declare -f session client); family=$family; session 12 'lock tables bmsql_stock write'"
    fi
    measure "a stranger's lock of a table" "a session that is not this run's" terminals=4
}
idle_in_transaction() {
    background bash -c "$(declare -f session client begin); family=$family; session 60 \"\$(begin)\" \
        'update bmsql_warehouse set w_ytd = w_ytd + 0'"
    measure "idle in a transaction with all warehouses" "a session that is not this run's" terminals=4
}
slow_link() {
    if [ "$(id -u)" != 0 ] || [ ! -e /dev/net/tun ] || ! command -v sshd >/dev/null && [ ! -x /usr/sbin/sshd ]; then
        not_staged "slow link" "needs root, /dev/net/tun and sshd"
        return
    fi
    links_up
    prefix=(ip netns exec bmsql2 env "PATH=$scratch/link:$PATH")
    measure "slow link" "the network" terminals=4 osCollectorSSHAddr=root@10.77.0.1 \
        conn="$(sed -n 's/^conn=//p' "$scratch/build.props" | sed 's/localhost\|127.0.0.1/10.77.0.1/')"
    prefix=(env)
    links_down
}
slow_disk() {
    stop_family
    start_family small
    if limit_device read 300; then
        measure "300 reads a second, a cache of 16 MB" "waiting for data from the disk" terminals=10 rampupMins=0.05
        no_limit
    else
        not_staged "slow disk" "needs cgroups of version 1"
    fi
    stop_family
    start_family
}
own_cap() {
    measure "own cap" "its own cap" terminals=4 limitTxnsPerMin=300
}

stages_of_all=(server_cpu others_cpu starved_generator slow_commit slow_commit_one_warehouse one_warehouse hot_district strangers_lock
    idle_in_transaction slow_link slow_disk own_cap)
chosen_families "$@"
stage_all causes 1 "right (goal 11 of 12)"
