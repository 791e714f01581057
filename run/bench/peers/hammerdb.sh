# HammerDB, hammerdbcli in the folder $HAMMERDB; see ../peers.sh. Its runs last whole minutes.

# script NAME LINE...: a script for the command line, in the tool's own language.
script() {
    {
        cat <<END
dbset db pg
dbset bm TPC-C
diset connection pg_host 127.0.0.1
diset connection pg_port $PGPORT
diset tpcc pg_superuser postgres
diset tpcc pg_superuserpass postgres
diset tpcc pg_defaultdbase postgres
diset tpcc pg_user hammerdb
diset tpcc pg_pass hammerdb
diset tpcc pg_dbase $PGDATABASE
diset tpcc pg_count_ware $warehouses
END
        printf '%s\n' "${@:2}"
    } >"$1"
    local out=$PWD
    (cd "$HAMMERDB" && ./hammerdbcli auto "$out/$1")
}

load() {
    psql -qX -d postgres -c "create role hammerdb superuser login password 'hammerdb'"
    script build.tcl "diset tpcc pg_num_vu 2" buildschema
}

run() {
    local minutes=$(((seconds + 59) / 60))
    script run.tcl "diset tpcc pg_driver timed" "diset tpcc pg_rampup 0" "diset tpcc pg_duration $minutes" loadscript \
        "vuset vu $sessions" vucreate vurun vudestroy >run.log
    sed -nE 's/.*achieved ([0-9]+) NOPM.*/\1/p' run.log | tail -1
}
