# BenchBase, benchbase.jar in the folder $BENCHBASE; see ../peers.sh.

config() {
    cat >config.xml <<END
<?xml version="1.0"?>
<parameters>
    <type>POSTGRES</type>
    <driver>org.postgresql.Driver</driver>
    <url>jdbc:postgresql://127.0.0.1:$PGPORT/$PGDATABASE?sslmode=disable&amp;reWriteBatchedInserts=true</url>
    <username>postgres</username>
    <password></password>
    <isolation>TRANSACTION_READ_COMMITTED</isolation>
    <batchsize>128</batchsize>
    <scalefactor>$warehouses</scalefactor>
    <terminals>$sessions</terminals>
    <works>
        <work>
            <time>$seconds</time>
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

# The list of completed transactions has "...procedures.NewOrder/01 [ 12345] ***".
run() {
    benchbase --create=false --load=false --execute=true >run.log 2>&1
    sed -nE '/Completed Transactions/,/Aborted Transactions/ s/.*NewOrder[^[]*\[ *([0-9]+)\].*/\1/p' run.log | head -1 |
        awk -v seconds="$seconds" '{printf "%.1f\n", $1 * 60 / seconds}'
}
