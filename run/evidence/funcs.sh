# Sourced by the scripts of this folder, one for each real server. Such a script
#   - has a comment on its second line that says what it tries,
#   - finds or fetches its server; if it cannot: skip "one plain sentence",
#   - starts it on loopback in $scratch, and says how to stop it: at_end COMMAND...
#   - calls  try_server NAME VERSION key=value...  with the props of the connection, once or several times.
# Everything in $scratch is deleted at the end. Downloads stay in $cache.
set -uo pipefail
unset CDPATH # with it cd may go elsewhere, and prints where

evidence=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$evidence/../.." && pwd)
cache=${EVIDENCE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bmsql-evidence}
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bmsql-evidence.XXXXXX")
chmod 755 "$scratch"
# Of the servers that are started here: whoever may do all in them may do what their owner may.
password=$(od -An -N24 -tx1 /dev/urandom | tr -d ' \n')
minutes=${EVIDENCE_MINUTES:-1}
warehouses=${EVIDENCE_WAREHOUSES:-2}
rows=${EVIDENCE_ROWS:-/dev/stdout}
name=$(basename "$0" .sh)
within=()
stops=()
status=0

at_end() { stops+=("$(printf '%q ' "$@")"); }

finish() {
    local i
    for ((i = ${#stops[@]} - 1; i >= 0; i--)); do eval "${stops[i]}" >/dev/null 2>&1 || true; done
    rm -rf "$scratch"
}
trap finish EXIT
trap 'exit 130' INT TERM

# row VERSION TRIED OUTCOME: one line of the table.
row() { echo "| $name | $1 | $(date +%F) | $2 | $3 |" >>"$rows"; }

skip() {
    echo "skipped: $1"
    row "" "" "skipped: $1"
    exit 0
}

# need COMMAND PACKAGE
need() { PATH=$PATH:/usr/sbin command -v "$1" >/dev/null || skip "$1 is not installed (Debian: apt-get install $2)."; }

# stop_pid PID: asks a process to end, insists after 20 seconds, and waits until it is gone.
stop_pid() {
    local tries=0
    kill "$1" 2>/dev/null || return 0
    while kill -0 "$1" 2>/dev/null && [ -n "$(ps -o stat= -p "$1" | grep -v Z)" ]; do
        tries=$((tries + 1))
        [ $tries -ne 200 ] || kill -9 "$1" 2>/dev/null
        [ $tries -lt 400 ] || return 1
        sleep 0.1
    done
}

free_port() {
    local port
    until port=$((20000 + RANDOM % 12000)) && ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do :; done
    echo "$port"
}

# wait_until SECONDS WHAT COMMAND...: repeats the command until it succeeds.
wait_until() {
    local end=$((SECONDS + $1)) what=$2
    shift 2
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $end ] || { echo "$what: not within the time allowed" >&2; return 1; }
        sleep 0.3
    done
}

# The program, run by the command in $within if there is one (a network namespace).
bmsql_command() { echo "${within[@]}" "${BMSQL:-$root/run/bmsql}"; }
bmsql() { $(bmsql_command) "$@"; }

if [ -z "${BMSQL:-}" ] && { [ ! -f "$root/target/bmsql.jar" ] ||
    [ -n "$(find "$root/src/main" "$root/pom.xml" "$root"/sql.* -newer "$root/target/bmsql.jar" -print -quit)" ]; }; then
    (cd "$root" && mvn -q -B -ntp -DskipTests package) >&2 || exit 1
fi

# props FILE key=value...: a props file; a later value of a key wins.
props() {
    local file=$1
    shift
    (umask 077 && : >"$file")
    printf '%s\n' "password=$password" "warehouses=$warehouses" loadWorkers=2 terminals=4 "runMins=$minutes" newOrderWeight=45 \
        paymentWeight=43 orderStatusWeight=4 deliveryWeight=4 stockLevelWeight=4 ledger=true \
        "resultDirectory=$scratch/result_%tH%tM%tS%tL" "$@" |
        awk -F= '{at[$1] = $0; if (!($1 in seen)) {seen[$1] = 1; keys[++n] = $1}} END {for (i = 1; i <= n; i++) print at[keys[i]]}' \
            >"$file"
}

# init_file FILE STATEMENT...: for the server's user alone, $server_user.
init_file() {
    (umask 077 && printf '%s\n' "${@:2}" >"$1")
    chown "$server_user" "$1"
}

# step WORD COMMAND...: runs a command, keeps its output in $scratch/WORD.log and shows it when it fails; adds to $outcome.
step() {
    local word=$1 begin=$SECONDS code=0
    shift
    echo "-- $word"
    "$@" >"$scratch/$word.log" 2>&1 || code=$?
    if [ $code -ne 0 ]; then
        tail -n 40 "$scratch/$word.log"
        outcome+="**$word failed (exit $code)**; "
        status=1
        return "$code"
    fi
    took=$((SECONDS - begin))
}

# try_server VERSION key=value...: dialect test, build, run, conditions, ledger, reset, destroy; one line of the table.
# $during, if set, is a command that is started in the background with each run: it may do the server some harm.
try_server() {
    local version=$1 file=$scratch/props result
    shift
    outcome=
    tried="dialect test; build of $warehouses warehouses, $minutes min of 4 terminals, conditions, ledger; reset killed and begun again, fingerprints; destroy"
    props "$file" "$@"
    step dialect-test bmsql dialect test "$file"
    [ ! -f "$scratch/dialect-test.log" ] || outcome+="dialect test: $(tail -n 1 "$scratch/dialect-test.log"); "
    if step build bmsql build "$file" --progress=none; then
        outcome+="built in $took s; "
        measure "$file"
        reset_data "$file"
        step destroy bmsql destroy "$file"
    fi
    row "$version" "$tried" "${outcome%; }"
}

# fingerprint PROPS: "as loaded" or "changed"; anything else is an error.
fingerprint() {
    local code=0
    bmsql fingerprint "$1" --as-loaded >"$scratch/fingerprint.log" 2>&1 || code=$?
    case $code in
        0) echo "as loaded" ;;
        7) echo changed ;;
        *) tail -n 5 "$scratch/fingerprint.log" >&2; echo "exit $code" ;;
    esac
}

# expect_data PROPS WORDS: that the fingerprint says so.
expect_data() { [ "$(fingerprint "$1")" = "$2" ] || { cat "$scratch/fingerprint.log"; return 1; }; }

# kill_reset PROPS: a reset that is killed as soon as it is under way, unless it is done by then.
kill_reset() {
    local job code=0
    killed=true
    # The signal is for the program itself, not for a shell that waits for it.
    (exec $(bmsql_command) reset "$1" --progress=json -DreportIntervalSecs=1) &
    job=$!
    wait_until 60 "the reset" grep -qE '"share" ?: ?0[.][0-9]*[1-9]' "$scratch/reset-killed.log" || return 1
    kill -9 "$job"
    wait "$job" || code=$?
    if [ $code = 0 ]; then
        killed=
        outcome+="the reset was done before it was killed; "
    fi
    [ $code = 0 ] || [ $code = 137 ]
}

# reset_again PROPS: the sessions of the killed one may live on for a while, and a run is refused meanwhile.
reset_again() {
    if [ -n "$killed" ] && bmsql run "$1" --progress=none; then echo "a run began after a reset that did not finish"; return 1; fi
    wait_until 120 "the reset" bmsql_reset "$1"
}

bmsql_reset() { bmsql reset "$1" --progress=none >"$scratch/reset.log" 2>&1; }

# reset_data PROPS: after a run: a killed reset, the reset, the conditions and fingerprints.
reset_data() {
    step data-changed expect_data "$1" changed || return 0
    step reset-killed kill_reset "$1" || return 0
    step reset-again reset_again "$1" || return 0
    outcome+="$(sed -n 's/^Reset [0-9,]* warehouses in \([0-9.]* s\).*/reset in \1/p' "$scratch/reset.log"); "
    step data-as-loaded expect_data "$1" "as loaded" && outcome+="fingerprint as loaded; "
    step conditions-after-reset bmsql check "$1" --after-load || true
}

# measure PROPS: a run, the conditions and the ledger.
measure() {
    local result harm=
    if [ -n "${during:-}" ]; then
        $during >"$scratch/during.log" 2>&1 &
        harm=$!
    fi
    rm -rf "$scratch"/result_*
    step run bmsql run "$1" --progress=none
    if [ -n "$harm" ]; then
        wait "$harm" || outcome+="**$during failed**; "
    fi
    outcome+="$(sed -n 's/.*Measured tpmC (NewOrders) = \([0-9.,]*\).*/\1 tpmC/p' "$scratch/run.log" | tail -n 1); "
    result=$(echo "$scratch"/result_*)
    step conditions bmsql check "$1" && outcome+="conditions hold; "
    if [ -n "${ledger_may_fail:-}" ] && ! bmsql ledger verify "$1" "$result" >"$scratch/ledger.log" 2>&1; then
        outcome+="ledger: $(sed -n 's/^Ledger [a-z_-]* *FAILED .*: \([0-9]* violations\)/\1/p' "$scratch/ledger.log" | head -n 1), "
        outcome+="lost by the server; "
    else
        step ledger bmsql ledger verify "$1" "$result" && outcome+="ledger agrees; "
    fi
}
