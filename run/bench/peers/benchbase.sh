# BenchBase, benchbase.jar in the folder $BENCHBASE; see ../peers.sh.

forms=("")
districts=district

config() {
    local type=POSTGRES driver=org.postgresql.Driver isolation=READ_COMMITTED
    local url="jdbc:postgresql://127.0.0.1:$SERVER_PORT/$peer_database?sslmode=disable&amp;reWriteBatchedInserts=true"
    if [ "$database" = mariadb ]; then
        type=MARIADB driver=org.mariadb.jdbc.Driver isolation=REPEATABLE_READ
        url="jdbc:mariadb://127.0.0.1:$SERVER_PORT/$peer_database?useServerPrepStmts"
    fi
    cat >config.xml <<END
<?xml version="1.0"?>
<parameters>
    <type>$type</type>
    <driver>$driver</driver>
    <url>$url</url>
    <username>$user</username>
    <password>$SERVER_PASSWORD</password>
    <isolation>TRANSACTION_$isolation</isolation>
    <batchsize>128</batchsize>
    <scalefactor>$warehouses</scalefactor>
    <loaderThreads>$loaders</loaderThreads>
    <terminals>$sessions</terminals>
    <works>
        <work>
            <time>$length</time>
            <rate>unlimited</rate>
            <weights>45,43,4,4,4</weights>
        </work>
    </works>
    <transactiontypes>
        <transactiontype><name>NewOrder</name></transactiontype>
        <transactiontype><name>Payment</name></transactiontype>
        <transactiontype><name>OrderStatus</name></transactiontype>
        <transactiontype><name>Delivery</name></transactiontype>
        <transactiontype><name>StockLevel</name></transactiontype>
    </transactiontypes>
</parameters>
END
}

benchbase() {
    local out=$PWD
    (cd "$BENCHBASE" && java -jar benchbase.jar -b tpcc -c "$out/config.xml" -d "$out/results" "$@")
}

load() {
    config
    benchbase --create=true --load=true --execute=false
}

run() {
    config
    rm -rf results
    benchbase --create=false --load=false --execute=true >run.log 2>&1
}

# Its list of all transactions: type, name, start in seconds, latency in microseconds.
p90() {
    percentile_90 <(cat results/*.raw.csv | awk -F, -v warm_up="$warm_up" '
        $2 == "NewOrder" {if (first == "" || $3 < first) first = $3; start[++n] = $3; millis[n] = $4 / 1000}
        END {for (i = 1; i <= n; i++) if (start[i] >= first + warm_up) print millis[i]}')
}
