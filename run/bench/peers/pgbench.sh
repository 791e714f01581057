# pgbench with New-Order and Payment as bmsql sends them, on bmsql's tables; see ../peers.sh.

load() {
    . "$here/peers/bmsql.sh"
    load pgbench
}

run() {
    pgbench -n -M prepared -c "$sessions" -j 2 -T "$seconds" -D warehouses="$warehouses" \
        -f "$here/pgbench/new-order.sql@1" -f "$here/pgbench/payment.sql@1" >pgbench.log
    awk -v seconds="$seconds" '/ - [0-9]+ transactions/ {printf "%.1f\n", $2 * 60 / seconds; exit}' pgbench.log
}
