# go-tpc, the program $GO_TPC; see ../peers.sh.
# It takes its password as an argument only, which others on this host can see. The server is the bench's own, on a port of this
# host that it chose, its password is random, and both end with the bench.

forms=("")
districts=district

tpcc() {
    if [ "$database" = postgres ]; then
        set -- "$@" -d postgres --conn-params sslmode=disable
    fi
    "$GO_TPC" tpcc "$@" -H 127.0.0.1 -P "$SERVER_PORT" -U "$user" -p "$SERVER_PASSWORD" -D "$peer_database" --warehouses "$warehouses"
}

# Its check of the data after the load would come before the tables have statistics, and take longer than the load.
load() {
    tpcc prepare --no-check -T "$loaders"
}

run() {
    tpcc run -T "$sessions" --time "${length}s" >run.log
}

# The last line of the kind, of the whole run: "[Summary] NEW_ORDER - ... 90th(ms): 12.6, ...".
p90() {
    sed -nE 's/.*Summary\] NEW_ORDER - .* 90th\(ms\): ([0-9.]+).*/\1/p' run.log | tail -1
}
