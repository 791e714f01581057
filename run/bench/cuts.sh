#!/usr/bin/env bash
# What became of transactions whose link was cut: before the request was sent on, once it was, or when the answer was on its way; in each form
# of statements. No commit of unknown outcome may be sent again, no acknowledged one may be gone, and the ledger has to tell what happened to each.
#   run/bench/cuts.sh [postgres|mariadb|connectorj [CUTS]]   (PostgreSQL, MariaDB by both drivers; 120)
# It counts for itself: rows of the database before and after against what the run acknowledged and what it calls unknown. Ends with 1 when
# something is wrong. Needs jq and python3.
set -euo pipefail
. "$(dirname "$0")/funcs.sh"
families=${1:-postgres mariadb connectorj}
cuts=${2:-120}
need jq jq
need python3 python3
build_program
bmsql=$root/run/bmsql
wrong=0

# counts: New-Orders, Payments and delivered orders that are stored, and by the counters of the districts.
counts() {
    local text="select (select count(*) from bmsql_oorder), (select count(*) from bmsql_history),
        (select count(*) from bmsql_oorder where o_carrier_id is not null), (select sum(d_next_o_id) from bmsql_district)"
    if [ "$family" = postgres ]; then psql -qAtXF ' ' -c "$text"; else client -N bench -e "$text"; fi
}

# run_form NAME [key=value ...]
run_form() {
    local name=$1 orders payments delivered numbers figures made cut transactions=60
    shift
    [ "$name" = "single statements" ] || transactions=250
    [ "$name" != procedures ] || transactions=900
    rm -rf "$scratch/result" "$scratch/in" "$scratch/proxy"
    mkfifo "$scratch/in"
    "$here/cut-links.py" "$SERVER_PORT" 7 "$cuts" <"$scratch/in" >"$scratch/proxy" &
    local proxy=$!
    exec {proxy_input}>"$scratch/in"
    until [ -s "$scratch/proxy" ]; do sleep 0.1; done
    sed "s|:$SERVER_PORT/|:$(cat "$scratch/proxy")/|" "$scratch/direct.props" >"$scratch/cut.props"
    read -r orders payments delivered numbers <<<"$(counts | tr '\t' ' ')"
    "$bmsql" run "$scratch/cut.props" --progress=none -DrunMins=0 "-DrunTxnsPerTerminal=$transactions" -DlimitTxnsPerMin=0 -Dledger=true \
        -DterminalWarehouseFixed=false "-DresultDirectory=$scratch/result" "${@/#/-D}" >"$scratch/run.log" 2>&1 || true
    [ -f "$scratch/result/summary.json" ] || { tail -20 "$scratch/run.log" >&2 && exit 1; }
    exec {proxy_input}>&-
    wait $proxy
    cut=$(tail -1 "$scratch/proxy" | tr ' ' '/')
    # What the server still works at ends before it is counted.
    sleep 2
    local verified=0 checked=0
    "$bmsql" ledger verify "$scratch/direct.props" "$scratch/result" --progress=none >"$scratch/verify.log" 2>&1 || verified=$?
    "$bmsql" check "$scratch/direct.props" --progress=none >"$scratch/check.log" 2>&1 || checked=$?
    made=$(counts | tr '\t' ' ')
    figures=$(jq -r '[.. | .types? // empty] | first | map({(.type): .}) | add |
        [(.NEW_ORDER | .count - .rolledBack, .unknown), (.PAYMENT | .count, .unknown), (.DELIVERY_BG | .count, .unknown)] | @tsv' \
        "$scratch/result/summary.json" | tr '\t' ' ')
    echo "$made $orders $payments $delivered $numbers $figures" | awk -v name="$name" -v family="$family" -v cut="$cut" \
        -v happened="$(sed -nE 's/.*unknown.* ([0-9,]+) .*happened.*/\1/p' "$scratch/verify.log" | tail -1)" -v verified=$verified -v checked=$checked '{
        grown[1] = $1 - $5; grown[2] = $2 - $6; grown[3] = ($3 - $7) / 10
        missing = more = 0
        for (i = 1; i <= 3; i++) {
            done = $(7 + 2 * i); unknown = $(8 + 2 * i); all += done; unsure += unknown; here += grown[i] - done
            if (grown[i] < done) missing += done - grown[i]
            if (grown[i] > done + unknown) more += grown[i] - done - unknown
        }
        if ($4 - $8 != grown[1]) more += 1
        print family, name, cut, all, unsure, here, happened, missing, more, verified, checked
    }' OFS=' | ' | tee -a "$scratch/table"
    awk -F ' [|] ' 'END {exit $6 != $7 || $8 + $9 + $10 + $11 != 0}' "$scratch/table" || { wrong=1; tail -20 "$scratch/run.log" "$scratch/verify.log"; }
}

echo "family | form | cut before/in/after | acknowledged | unknown | of these stored | so the ledger | gone | too many | verify, check"
for family in $families; do
    scratch_of=$scratch
    scratch=$scratch/$family
    mkdir "$scratch"
    if [ "$family" = postgres ]; then
        start_server
        props "$scratch/direct.props"
    else
        start_mariadb
        driver=org.mariadb.jdbc.Driver
        scheme=mariadb
        [ "$family" = mariadb ] || { driver=com.mysql.cj.jdbc.Driver && scheme=mysql; }
        printf '%s\n' db=mariadb "driver=$driver" "conn=jdbc:$scheme://127.0.0.1:$SERVER_PORT/bench" user=root "password=$SERVER_PASSWORD" \
            >"$scratch/direct.props"
    fi
    printf '%s\n' warehouses=2 terminals=16 loadWorkers=2 lock=false prepareRun=false >>"$scratch/direct.props"
    "$bmsql" build "$scratch/direct.props" --progress=none -DuseStoredProcedures=true >"$scratch/build.log" 2>&1 ||
        { tail "$scratch/build.log" && exit 1; }
    run_form "single statements"
    run_form batches batchStatements=true
    run_form procedures useStoredProcedures=true
    if [ "$family" = postgres ]; then
        exec {server_input}>&-
        server_input=
        wait "$server_job" || true
    else
        stop_mariadb
    fi
    scratch=$scratch_of
done
exit $wrong
