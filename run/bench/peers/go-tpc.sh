# go-tpc, the program $GO_TPC; see ../peers.sh.

tpcc() {
    "$GO_TPC" tpcc "$@" -d postgres -H 127.0.0.1 -P "$PGPORT" -U postgres -p "" -D "$PGDATABASE" --conn-params sslmode=disable \
        --warehouses "$warehouses"
}

load() {
    tpcc prepare -T 2
}

run() {
    tpcc run -T "$sessions" --time "${seconds}s" >run.log
    sed -nE 's/.*tpmC: ([0-9.]+).*/\1/p' run.log | tail -1
}
