# The limit of a load generator: pgbench calls bmsql's procedures with inputs as heavy as bmsql's (clauses 2.4.1, 2.5.1, 2.6.1, 2.7.1, 2.8.1: NURand, 5
# to 15 lines, 1% and 15% remote, 60% by last name), in one message each; see ../peers.sh. It rolls no New-Order back, since it ends at an error.

forms=("")
districts=bmsql_district

# Its own database, as bmsql builds it.
load() {
    . "$here/peers/bmsql.sh"
    load
}

# nurand A LOW HIGH: what \set makes a non-uniform number of, as in clause 2.1.6, with a constant of its own.
nurand() { echo "((random(0, $1) | random($2, $3)) + $1 / 3) % ($3 - $2 + 1) + $2"; }

# The terminal's warehouse and district, and a customer; "elsewhere" is another warehouse, where there are several.
begin() {
    printf '%s\n' "\\set w random(1, $warehouses)" '\set d random(1, 10)' "\\set c $(nurand 1023 1 3000)" "\\set number $(nurand 255 0 999)" \
        "\\set elsewhere (:w + random(0, $((warehouses > 1 ? warehouses - 2 : 0)))) % $warehouses + 1"
}

# A last name for 60 of 100, else the number.
customer="case when :byname <= 60 then s[:number / 100 + 1] || s[:number / 10 % 10 + 1] || s[:number % 10 + 1] else '' end"
syllables="(select array['BAR', 'OUGHT', 'ABLE', 'PRI', 'PRES', 'ESE', 'ANTI', 'CALLY', 'ATION', 'EING']) as syllables (s)"

scripts() {
    local line w=() i=() q=()
    for line in {1..15}; do
        w+=(":w$line") i+=(":i$line") q+=(":q$line")
    done
    {
        begin
        for line in {1..15}; do
            printf '%s\n' "\\set i$line $(nurand 8191 1 100000)" "\\set q$line random(1, 10)" \
                "\\set w$line case when random(1, 100) = 1 then :elsewhere else :w end"
        done
        echo '\set lines random(5, 15)'
        printf 'select out_o_id, out_total_amount from bmsql_proc_new_order(:w, :d, :c'
        # shellcheck disable=SC2068 # words
        for line in "${w[*]}" "${i[*]}" "${q[*]}"; do
            printf ', (array[%s]::integer[])[1:(:lines)::integer]' "${line// /, }"
        done
        echo ');'
    } >new-order.sql
    {
        begin
        printf '%s\n' '\set far random(1, 100)' '\set cw case when :far <= 15 then :elsewhere else :w end' \
            '\set cd case when :far <= 15 then random(1, 10) else :d end' '\set cents random(100, 500000)' '\set byname random(1, 100)'
        echo "select in_c_id from $syllables, bmsql_proc_payment(:w, :d, :c, :cd, :cw, $customer, :cents / 100.0);"
    } >payment.sql
    {
        begin
        echo '\set byname random(1, 100)'
        echo "select in_c_id, out_o_id from $syllables, bmsql_proc_order_status(:w, :d, :c, $customer);"
    } >order-status.sql
    { begin && echo '\set low random(10, 20)' && echo 'select out_low_stock from bmsql_proc_stock_level(:w, :d, :low);'; } >stock-level.sql
    {
        begin
        echo '\set carrier random(1, 10)'
        echo "select array_to_string(bmsql_proc_delivery_bg(:w, :carrier, current_timestamp::timestamp), ',');"
    } >delivery.sql
}

run() {
    scripts
    pgbench -n -M prepared -c "$sessions" -j 2 -T "$length" -f new-order.sql@45 -f payment.sql@43 -f order-status.sql@4 -f stock-level.sql@4 \
        -f delivery.sql@4 "$peer_database"
}

p90() { :; }
