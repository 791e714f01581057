#!/usr/bin/env bash
# Each lever of "What would help" really moved: the bound that the report gives, and what the lever then gave.
#   run/bench/levers.sh [postgres|mariadb|mysql] [STAGE...]   (PostgreSQL and MariaDB, all of them)
# A run with the lever as it was, one with it moved, and one as it was again: the bound is that of the two, and what the lever gave is the
# second's rate over the mean of the two others, whose rates stand behind. Ends with 1 when one gave more than its bound and 5%, which is what rounds differ by.
# The slow link and limits of a device need root; see causes.sh.
set -euo pipefail
. "$(dirname "$0")/stages.sh"

# rate_of NAME [key=value ...]: a run's transactions a minute; its report is NAME.md.
rate_of() {
    local name=$1
    shift
    rm -rf "$scratch/$name"
    props_of "$scratch/run.props" resultDirectory="$scratch/$name" "$@"
    "${prefix[@]}" "$bmsql" run "$scratch/run.props" --progress=none >"$scratch/run.log" 2>&1 || { tail -20 "$scratch/run.log" >&2; return 1; }
    "$bmsql" report "$scratch/$name" >>"$scratch/run.log" 2>&1
    jq -r .tpmTotal "$scratch/$name/summary.json"
}

# bound LEVER: how many times the transactions of the first and the last run at most, of all levers whose words contain these; 9999 where there is
# no bound, above four fifths.
bound() {
    awk -F'|' -v lever="$1" 'index($2, lever) {share += $3 / 2} END {print (share > 80 ? 9999 : 100 / (100 - share))}' \
        "$scratch/first/report.md" "$scratch/again/report.md"
}

# moved STAGED LEVER BEFORE AFTER [key=value ...]: BEFORE and AFTER are functions that set words, and what they need on the server.
moved() {
    local staged=$1 lever=$2 before=$3 after=$4 first moved again
    shift 4
    words=() && "$before" && first=$(rate_of first "$@" "${words[@]}")
    stop_helpers
    words=() && "$after" && moved=$(rate_of moved "$@" "${words[@]}")
    stop_helpers
    words=() && "$before" && again=$(rate_of again "$@" "${words[@]}")
    stop_helpers
    words=() && "$after"
    stop_helpers
    awk -v family="$family" -v staged="$staged" -v first="$first" -v moved="$moved" -v again="$again" -v bound="$(bound "$lever")" 'BEGIN {
        gave = 2 * moved / (first + again)
        held = gave <= bound * 1.05
        printf "%-8s | %-45s | at most %8.2f | gave %8.2f | %s (%d, %d, %d a minute)\n", family, staged, bound, gave,
            held ? "held" : "BROKEN", first, moved, again
        exit !held}' || wrong=$((wrong + 1))
    stages=$((stages + 1))
}

as_it_is() { :; }
delayed() { set_delay 1; }
prompt() { set_delay 0; }
commits() {
    set_delay 1 || { not_staged "commits that wait for the log" "needs cgroups of version 1"; return; }
    set_delay 0
    moved "commits that wait for the log" "commits took no time" delayed prompt terminals=4
}
synchronous() { wait_for_log 1; }
asynchronous() { wait_for_log 0; }
log() { moved "the log is waited for, and not" "commits took no time" synchronous asynchronous terminals=8 useStoredProcedures=true; }
one() { words=(warehouses=1); }
ten() { words=(warehouses=10); }
rows() {
    slow_trigger bmsql_history insert 0.01
    # More warehouses have more districts.
    moved "one warehouse, and ten" "no session waited for rows of" one ten terminals=24
    no_trigger bmsql_history
}
singly() { words=(batchStatements=false); }
in_batches() { words=(batchStatements=true); }
answers() { moved "single statements, and batches" "answered at once" singly in_batches terminals=4; }
far() {
    links_up
    prefix=(ip netns exec bmsql2 env "PATH=$scratch/link:$PATH")
    words=(osCollectorSSHAddr=root@10.77.0.1
        "conn=$(sed -n 's/^conn=//p' "$scratch/build.props" | sed 's/localhost\|127.0.0.1/10.77.0.1/')")
}
near() {
    prefix=(env)
    [ -z "$links" ] || links_down
}
link() { moved "a link of 4 ms, and none" "answered at once" far near terminals=4; }
holder() {
    background bash -c "$(declare -f session client begin); family=$family; session 60 \"\$(begin)\" \
        'update bmsql_warehouse set w_ytd = w_ytd + 0 where w_id <= 2'"
}
strangers() { moved "a stranger holds two warehouses, and does not" "nobody else held locks" holder as_it_is terminals=8; }
# Most data lie in the cache of the system, which a limit of the device leaves out: the server reads past it.
small() {
    stop_family
    start_family small
    limit_device read 300
}
large() {
    [ ! -d "$group" ] || no_limit
    stop_family
    start_family
}
disk() { moved "300 reads a second, and a large cache" "all data were in memory" small large terminals=10 rampupMins=0.05; }

stages_of_all=(commits log rows answers link strangers disk)
chosen_families "$@"
stage_all levers 0 "within their bounds (goal all)"
