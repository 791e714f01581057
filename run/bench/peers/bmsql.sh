# bmsql in each form of its statements; see ../peers.sh.

forms=(plain batches procedures)
districts=bmsql_district

# props_of FORM
props_of() {
    {
        echo "db=$database"
        if [ "$database" = postgres ]; then
            echo "driver=org.postgresql.Driver"
            echo "conn=jdbc:postgresql://127.0.0.1:$SERVER_PORT/$peer_database"
        else
            echo "driver=org.mariadb.jdbc.Driver"
            echo "conn=jdbc:mariadb://127.0.0.1:$SERVER_PORT/$peer_database"
        fi
        echo "user=$user"
        echo "password=$SERVER_PASSWORD"
        echo "warehouses=$warehouses"
        echo "terminals=$sessions"
        echo "loadWorkers=$loaders"
        echo "limitTxnsPerMin=0"
        echo "terminalWarehouseFixed=false"
        case $1 in
            batches) echo "batchStatements=true" ;;
            procedures) echo "useStoredProcedures=true" ;;
        esac
    } >bmsql.props
}

# The procedures make a build longer, by the time of their creation.
load() {
    props_of procedures
    "$root/run/bmsql" build bmsql.props --progress=none
}

run() {
    props_of "$1"
    rm -rf result
    "$root/run/bmsql" run bmsql.props --progress=none -DresultDirectory=result "-DrampupMins=$(minutes "$warm_up")" \
        "-DrunMins=$(minutes $((length - warm_up)))"
}

p90() {
    percentile_90 <(awk -F, '$5 == "NEW_ORDER" && $8 == 0 {print $3}' result/data/result.csv)
}
