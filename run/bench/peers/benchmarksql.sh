# BenchmarkSQL, the folder "run" $BENCHMARKSQL; see ../peers.sh.

props_of() {
    cat >benchmarksql.props <<END
db=postgres
driver=org.postgresql.Driver
conn=jdbc:postgresql://127.0.0.1:$PGPORT/$PGDATABASE
user=postgres
password=
warehouses=$warehouses
loadWorkers=2
terminals=$sessions
runTxnsPerTerminal=0
runMins=$(((seconds + 59) / 60))
limitTxnsPerMin=0
terminalWarehouseFixed=false
newOrderWeight=45
paymentWeight=43
orderStatusWeight=4
deliveryWeight=4
stockLevelWeight=4
END
}

load() {
    props_of
    local out=$PWD
    (cd "$BENCHMARKSQL" && ./runDatabaseBuild.sh "$out/benchmarksql.props")
}

run() {
    local out=$PWD
    (cd "$BENCHMARKSQL" && ./runBenchmark.sh "$out/benchmarksql.props") >run.log 2>&1
    sed -nE 's/.*Measured tpmC \(NewOrders\) = ([0-9.]+).*/\1/p' run.log | tail -1
}
