# BenchmarkSQL 5, the folder "run" $BENCHMARKSQL; see ../peers.sh. Its runs last whole minutes.

forms=("")
if [ "$database" = postgres ] && [ -f "$BENCHMARKSQL/sql.postgres/storedProcedureCreates.sql" ]; then forms=("" procedures); fi
districts=bmsql_district

# props_of FORM
props_of() {
    {
        if [ "$database" = postgres ]; then
            echo "db=postgres"
            echo "driver=org.postgresql.Driver"
            echo "conn=jdbc:postgresql://127.0.0.1:$SERVER_PORT/$peer_database"
        else
            echo "db=mysql"
            echo "driver=com.mysql.jdbc.Driver"
            echo "conn=jdbc:mysql://127.0.0.1:$SERVER_PORT/$peer_database?useSSL=false&useServerPrepStmts=true&useConfigs=maxPerformance&rewriteBatchedStatements=true&cachePrepStmts=true&prepStmtCacheSize=1000&prepStmtCacheSqlLimit=2048"
        fi
        echo "user=$user"
        echo "password=$SERVER_PASSWORD"
        echo "warehouses=$warehouses"
        echo "loadWorkers=$loaders"
        echo "terminals=$sessions"
        echo "runTxnsPerTerminal=0"
        echo "runMins=$(((length + 59) / 60))"
        echo "limitTxnsPerMin=0"
        echo "terminalWarehouseFixed=false"
        echo "newOrderWeight=45"
        echo "paymentWeight=43"
        echo "orderStatusWeight=4"
        echo "deliveryWeight=4"
        echo "stockLevelWeight=4"
        echo "resultDirectory=$PWD/result"
        if [ "$1" = procedures ]; then echo "useStoredProcedures=true"; fi
    } >benchmarksql.props
}

# benchmarksql SCRIPT
benchmarksql() {
    local out=$PWD
    (cd "$BENCHMARKSQL" && "./$1" "$out/benchmarksql.props")
}

load() {
    props_of "${forms[-1]}"
    benchmarksql runDatabaseBuild.sh
}

run() {
    props_of "$1"
    rm -rf result
    benchmarksql runBenchmark.sh
}

p90() {
    percentile_90 <(awk -F, -v from=$((warm_up * 1000)) -v to=$(((warm_up + seconds) * 1000)) \
        '$5 == "NEW_ORDER" && $2 >= from && $2 < to {print $3}' result/data/result.csv)
}
