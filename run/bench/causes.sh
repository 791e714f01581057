#!/usr/bin/env bash
# Twelve staged truths, and what "Limited by" says of each: on PostgreSQL and on MariaDB, whose causes the machine cannot change.
#   run/bench/causes.sh [postgres|mariadb|mysql] [STAGE...]   (PostgreSQL and MariaDB, all of them)
# Prints for each stage what was staged, what was said, and whether that is right. Ends with 1 when more than one of a family is wrong:
# "not known" where the truth is known counts as wrong. The slow link needs root and /dev/net/tun; without them it is left out. Nothing else should
# run on this machine: what it takes is seen, and said.
#   causes.sh postgres further   more truths, such as a standby that is gone, advisory locks, a stranger that makes an index
#   QUIET=     on a machine with other work: what its processors do is not collected, since others would be the cause of all. For waits alone
#   AGENTS=2   two agents make each run, and the sentence is that of the merged one
set -euo pipefail
. "$(dirname "$0")/stages.sh"

# measure STAGED EXPECTED [key=value ...]: EXPECTED is a regular expression of the sentence.
measure() {
    local staged=$1 expected=$2 said verdict=right
    shift 2
    rm -rf "$scratch/result" "$scratch"/agent[0-9]*
    props_of "$scratch/run.props" resultDirectory="$scratch/result" agents="${AGENTS:-0}" "$@"
    [ -z "${QUIET+set}" ] || sed -i /^osCollectorScript/d "$scratch/run.props"
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
    # Frozen for four fifths of the time, all transactions wait for it. In brackets, so that the loop does not find itself.
    local frozen="bmsql.*run $scratch/[r]un.props"
    [ -z "${AGENTS:-}" ] || frozen="bmsql.*agent -[-]dir $scratch"
    background bash -c "while sleep 0.2; do pkill -STOP -f '$frozen' || continue; sleep 0.8; pkill -CONT -f '$frozen'; done"
    measure "load generator starved" "Limited by (the|what) load generator" terminals=4
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
        at 4 "session 0 begin 'lock table bmsql_stock' '$(asleep 12)'"
    else
        at 4 "session 0 'lock tables bmsql_stock write' '$(asleep 12)'"
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

# at SECONDS COMMAND...: in the background, so many seconds after the begin of the window, however long the machine takes to get there.
at() {
    local seconds=$1
    shift
    background bash -c "$(declare -f session client sql begin); family=$family scratch=$scratch
        until grep -q MEASURE '$scratch'/{result,agent1/*}/data/series.csv; do sleep 0.2; done; sleep $seconds; $*"
}
# asleep SECONDS: the statement of a session that keeps what it holds for so long, however long its client takes to start.
asleep() { if [ "$family" = postgres ]; then echo "select pg_sleep($1)"; else echo "select sleep($1)"; fi; }
payments=(newOrderWeight=0 paymentWeight=100 orderStatusWeight=0 deliveryWeight=0 stockLevelWeight=0)

standby_is_gone() {
    [ "$family" = postgres ] || { not_staged "the standby is gone" "PostgreSQL alone"; return; }
    at 8 "sql \"alter system set synchronous_standby_names = 'nobody'\" 'select pg_reload_conf()'"
    measure "the standby is gone in the middle" "waiting for the synchronous standby.*No transaction" terminals=4
    sql "alter system reset synchronous_standby_names" "select pg_reload_conf()"
}
standby_was_gone() {
    [ "$family" = postgres ] || { not_staged "the standby was gone before" "PostgreSQL alone"; return; }
    sql "alter system set synchronous_standby_names = 'nobody'" "select pg_reload_conf()"
    background bash -c "$(declare -f sql); family=$family scratch=$scratch; sleep 40; sql \"alter system reset synchronous_standby_names\" 'select pg_reload_conf()'"
    measure "the standby was gone before" "." terminals=4
    grep -E 'no transaction for' "$scratch/run.log" || echo "  the console said nothing"
}
two_causes() {
    wait_for_log 1
    set_delay 1 || { not_staged "two causes" "needs cgroups of version 1"; return; }
    slow_trigger bmsql_history insert 0.02
    measure "sleeps of 20 ms and commits of 20 ms" "waiting for the log|other waits|not known" terminals=4 "${payments[@]}"
    no_trigger bmsql_history
    set_delay 0
}
first_third() {
    if [ "$family" = postgres ]; then
        at 0 "session 0 begin 'lock table bmsql_warehouse' '$(asleep 7)'"
    else
        at 0 "session 0 'lock tables bmsql_warehouse write' '$(asleep 7)'"
    fi
    measure "a stranger's lock in the first third" "a session that is not this run's" terminals=4
}
changing_blocker() {
    at 0 "while :; do session 0 \"\$(begin)\" 'update bmsql_warehouse set w_ytd = w_ytd + 0' '$(asleep 0.9)'; done"
    measure "another blocker each second" "a session that is not this run's" terminals=4 "${payments[@]}"
}
advisory_lock() {
    if [ "$family" = postgres ]; then
        sql "create or replace function slow() returns trigger language plpgsql as 'begin perform pg_advisory_xact_lock(7); return null; end'" \
            "create trigger slow after insert on bmsql_history for each row execute function slow()"
        at 0 "session 60 begin 'select pg_advisory_lock(7)'"
    else
        sql "create trigger slow after insert on bmsql_history for each row do get_lock('seven', 5) + release_lock('seven')"
        at 0 "session 60 'select get_lock(\"seven\", 10)'"
    fi
    measure "an advisory lock of a stranger" "a session that is not this run's" terminals=4 warehouses=10 "${payments[@]}"
    no_trigger bmsql_history
}
sleeping_trigger() {
    slow_trigger bmsql_history insert 0.05
    measure "a trigger that sleeps" "other waits of the server" terminals=4 "${payments[@]}"
    no_trigger bmsql_history
}
ddl() {
    if [ "$family" = postgres ]; then
        at 0 "while :; do session 0 'create index more on bmsql_order_line (ol_i_id)' 'drop index more'; done"
    else
        at 0 "while :; do session 0 'create index more on bmsql_order_line (ol_i_id) algorithm=copy' 'drop index more on bmsql_order_line'; done"
    fi
    measure "a stranger that makes an index again and again" "not this run's|other work of the server|other programs" terminals=4
    sql "$([ "$family" = postgres ] && echo 'drop index if exists more' || echo 'drop index if exists more on bmsql_order_line')" || true
}
no_index() {
    if [ "$family" = postgres ]; then
        sql "drop index bmsql_customer_idx1"
    else
        sql "drop index bmsql_customer_idx1 on bmsql_customer"
    fi
    measure "an index that was dropped" "processors|other programs" terminals=4
    sql "create index bmsql_customer_idx1 on bmsql_customer (c_w_id, c_d_id, c_last, c_first)"
}
logged_statements() {
    if [ "$family" = postgres ]; then
        sql "alter database $SERVER_DATABASE set log_statement = 'all'"
    else
        sql "set global general_log = 1"
    fi
    measure "each statement is logged" "processors|other programs" terminals=4
    if [ "$family" = postgres ]; then
        sql "alter database $SERVER_DATABASE reset log_statement"
    else
        sql "set global general_log = 0"
    fi
}
strangers_queries() {
    # Short ones: who asks may go before the server has the answer.
    local i
    for i in 1 2 3 4; do at 0 "while :; do session 0 'select count(*) from bmsql_order_line where ol_amount > 7'; done"; done
    measure "a stranger's queries of the same login" "other work of the server|other programs" terminals=1
}
few_connections() {
    slow_trigger bmsql_history insert 0.01
    measure "two connections for 20 terminals" "number of connections|other waits" terminals=20 sutThreads=2
    no_trigger bmsql_history
}
checkpoints() {
    if [ "$family" = postgres ]; then
        sql "alter system set max_wal_size = '32MB'" "alter system set min_wal_size = '32MB'" "select pg_reload_conf()"
        measure "checkpoints without a pause" "log|processors|programs|disk" terminals=10
        sql "alter system reset max_wal_size" "alter system reset min_wal_size" "select pg_reload_conf()"
    else
        stop_family
        start_family tight
        measure "a log file of 5 MB" "log|processors|programs|disk|other waits" terminals=10
        stop_family
        start_family
    fi
}
hot_row_idle_half() {
    at 0 "while :; do session 0 \"\$(begin)\" 'update bmsql_district set d_ytd = d_ytd + 0 where d_w_id = 1' '$(asleep 1)'; sleep 1; done"
    measure "a stranger that has ten districts for half of the time" "a session that is not this run's" terminals=10 warehouses=1 "${payments[@]}"
}
further=(standby_is_gone standby_was_gone two_causes first_third changing_blocker advisory_lock sleeping_trigger ddl no_index logged_statements
    strangers_queries few_connections checkpoints hot_row_idle_half)

stages_of_all=(server_cpu others_cpu starved_generator slow_commit slow_commit_one_warehouse one_warehouse hot_district strangers_lock
    idle_in_transaction slow_link slow_disk own_cap)
chosen_families "$@"
[ "${chosen[*]}" != further ] || chosen=("${further[@]}")
stage_all causes 1 "right (goal 11 of 12)"
