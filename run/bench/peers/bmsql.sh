# bmsql in the form that its name says; see ../peers.sh.

load() {
    props_of "$1"
    "$root/run/bmsql" build bmsql.props --progress=none
}

props_of() {
    {
        echo "db=postgres"
        echo "conn=jdbc:postgresql://127.0.0.1:$PGPORT/$PGDATABASE"
        echo "user=postgres"
        echo "password="
        echo "warehouses=$warehouses"
        echo "terminals=$sessions"
        echo "loadWorkers=2"
        echo "limitTxnsPerMin=0"
        echo "terminalWarehouseFixed=false"
        case $1 in
            bmsql-batch) echo "batchStatements=true" ;;
            bmsql-procedures) echo "useStoredProcedures=true" ;;
        esac
    } >bmsql.props
}

run() {
    "$root/run/bmsql" run bmsql.props --progress=none "-DrunMins=$(awk "BEGIN {print $seconds / 60}")" -DresultDirectory=result >run.log
    sed -nE 's/^ *"tpmC" : ([0-9.]+).*/\1/p' result/summary.json | head -1
    rm -rf result
}
