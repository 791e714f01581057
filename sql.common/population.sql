-- What the initial population of clause 4.3.3.1 adds up to. Each query gives one row; every column is a fact that the
-- program knows by its name, with the value or the range that it expects. A "wrong" one counts the rows with a value that the
-- clause does not allow, NULL too. The primary keys, the number of rows and the ranges of the numbers in them leave no gap.

-- name: Population.item
SELECT count(*) AS items,
        sum(CASE WHEN i_data LIKE '%ORIGINAL%' THEN 1 ELSE 0 END) AS items_original,
        min(i_price) AS items_lowest_price,
        max(i_price) AS items_highest_price,
        sum(CASE WHEN i_id BETWEEN 1 AND 100000 AND i_im_id BETWEEN 1 AND 10000
                    AND i_price BETWEEN 1.00 AND 100.00 AND i_name IS NOT NULL AND i_data IS NOT NULL
                THEN 0 ELSE 1 END) AS items_wrong
    FROM bmsql_item;

-- name: Population.warehouse
SELECT count(*) AS warehouses,
        max(w_id) AS warehouses_highest,
        sum(CASE WHEN w_id >= 1 AND w_ytd = 300000.00 AND w_tax BETWEEN 0 AND 0.2000 THEN 0 ELSE 1 END) AS warehouses_wrong
    FROM bmsql_warehouse;

-- name: Population.district
SELECT count(*) AS districts,
        max(d_w_id) AS districts_highest_warehouse,
        sum(CASE WHEN d_w_id >= 1 AND d_id BETWEEN 1 AND 10 AND d_ytd = 30000.00 AND d_tax BETWEEN 0 AND 0.2000
                    AND d_next_o_id = 3001
                THEN 0 ELSE 1 END) AS districts_wrong
    FROM bmsql_district;

-- name: Population.stock
SELECT count(*) AS stock_rows,
        max(s_w_id) AS stock_highest_warehouse,
        sum(CASE WHEN s_data LIKE '%ORIGINAL%' THEN 1 ELSE 0 END) AS stock_original,
        min(s_quantity) AS stock_lowest_quantity,
        max(s_quantity) AS stock_highest_quantity,
        sum(CASE WHEN s_w_id >= 1 AND s_i_id BETWEEN 1 AND 100000 AND s_quantity BETWEEN 10 AND 100
                    AND s_ytd = 0 AND s_order_cnt = 0 AND s_remote_cnt = 0 AND s_data IS NOT NULL
                THEN 0 ELSE 1 END) AS stock_wrong
    FROM bmsql_stock;

-- name: Population.customer
-- By last names, of which there are 1,000. A REPLACE puts a name together from its three syllables: databases do not agree
-- on how texts are joined.
SELECT sum(persons) AS customers,
        max(highest_w_id) AS customers_highest_warehouse,
        sum(bad_credit) AS customers_bad_credit,
        count(*) AS customers_names,
        max(persons) AS customers_highest_of_a_name,
        sum(wrong_name) AS customers_wrong_name,
        sum(wrong) AS customers_wrong
    FROM (SELECT count(*) AS persons,
                max(c_w_id) AS highest_w_id,
                sum(CASE WHEN c_credit = 'BC' THEN 1 ELSE 0 END) AS bad_credit,
                sum(CASE WHEN c_id > 1000 THEN 0
                        WHEN c_last = REPLACE(REPLACE(
                                TRIM(CASE WHEN c_id <= 100 THEN 'BAR12' WHEN c_id <= 200 THEN 'OUGHT12'
                                        WHEN c_id <= 300 THEN 'ABLE12' WHEN c_id <= 400 THEN 'PRI12'
                                        WHEN c_id <= 500 THEN 'PRES12' WHEN c_id <= 600 THEN 'ESE12'
                                        WHEN c_id <= 700 THEN 'ANTI12' WHEN c_id <= 800 THEN 'CALLY12'
                                        WHEN c_id <= 900 THEN 'ATION12' ELSE 'EING12' END),
                                '1',
                                TRIM(CASE WHEN MOD(c_id - 1, 100) < 10 THEN 'BAR' WHEN MOD(c_id - 1, 100) < 20 THEN 'OUGHT'
                                        WHEN MOD(c_id - 1, 100) < 30 THEN 'ABLE' WHEN MOD(c_id - 1, 100) < 40 THEN 'PRI'
                                        WHEN MOD(c_id - 1, 100) < 50 THEN 'PRES' WHEN MOD(c_id - 1, 100) < 60 THEN 'ESE'
                                        WHEN MOD(c_id - 1, 100) < 70 THEN 'ANTI' WHEN MOD(c_id - 1, 100) < 80 THEN 'CALLY'
                                        WHEN MOD(c_id - 1, 100) < 90 THEN 'ATION' ELSE 'EING' END)),
                                '2',
                                TRIM(CASE MOD(c_id - 1, 10) WHEN 0 THEN 'BAR' WHEN 1 THEN 'OUGHT' WHEN 2 THEN 'ABLE'
                                        WHEN 3 THEN 'PRI' WHEN 4 THEN 'PRES' WHEN 5 THEN 'ESE' WHEN 6 THEN 'ANTI'
                                        WHEN 7 THEN 'CALLY' WHEN 8 THEN 'ATION' ELSE 'EING' END)) THEN 0
                        ELSE 1 END) AS wrong_name,
                sum(CASE WHEN c_w_id >= 1 AND c_d_id BETWEEN 1 AND 10 AND c_id BETWEEN 1 AND 3000
                            AND c_discount BETWEEN 0 AND 0.5000 AND c_credit IN ('BC', 'GC') AND c_credit_lim = 50000.00
                            AND c_balance = -10.00 AND c_ytd_payment = 10.00 AND c_payment_cnt = 1 AND c_delivery_cnt = 0
                            AND c_middle = 'OE' AND c_first IS NOT NULL AND c_since IS NOT NULL AND c_data IS NOT NULL
                        THEN 0 ELSE 1 END) AS wrong
            FROM bmsql_customer GROUP BY c_last) n;

-- name: Population.history
SELECT count(*) AS history_rows,
        max(h_c_w_id) AS history_highest_warehouse,
        sum(CASE WHEN h_c_w_id >= 1 AND h_c_d_id BETWEEN 1 AND 10 AND h_c_id BETWEEN 1 AND 3000
                    AND h_w_id = h_c_w_id AND h_d_id = h_c_d_id AND h_amount = 10.00
                    AND h_date IS NOT NULL AND h_data IS NOT NULL
                THEN 0 ELSE 1 END) AS history_wrong
    FROM bmsql_history;

-- name: Population.historyCustomers
-- Each customer has exactly one row.
SELECT count(*) AS history_customers
    FROM (SELECT DISTINCT h_c_w_id, h_c_d_id, h_c_id FROM bmsql_history) h;

-- name: Population.order
SELECT count(*) AS orders,
        max(o_w_id) AS orders_highest_warehouse,
        sum(CASE WHEN o_id < 2101 AND o_carrier_id BETWEEN 1 AND 10 OR o_id >= 2101 AND o_carrier_id IS NULL
                THEN 0 ELSE 1 END) AS orders_wrong_carrier,
        sum(CASE WHEN o_w_id >= 1 AND o_d_id BETWEEN 1 AND 10 AND o_id BETWEEN 1 AND 3000 AND o_c_id BETWEEN 1 AND 3000
                    AND o_ol_cnt BETWEEN 5 AND 15 AND o_all_local = 1 AND o_entry_d IS NOT NULL
                THEN 0 ELSE 1 END) AS orders_wrong
    FROM bmsql_oorder;

-- name: Population.orderCustomers
-- The customers of a district's orders are a permutation: each has exactly one order.
SELECT count(*) AS orders_customers
    FROM (SELECT DISTINCT o_w_id, o_d_id, o_c_id FROM bmsql_oorder) o;

-- name: Population.orderLine
SELECT count(*) AS order_lines,
        max(ol_w_id) AS order_lines_highest_warehouse,
        sum(CASE WHEN ol_o_id >= 2101 THEN 1 ELSE 0 END) AS order_lines_undelivered,
        sum(CASE WHEN ol_o_id < 2101 AND ol_delivery_d IS NOT NULL AND ol_amount = 0
                    OR ol_o_id >= 2101 AND ol_delivery_d IS NULL AND ol_amount BETWEEN 0.01 AND 9999.99
                THEN 0 ELSE 1 END) AS order_lines_wrong_delivery,
        sum(CASE WHEN ol_w_id >= 1 AND ol_d_id BETWEEN 1 AND 10 AND ol_o_id BETWEEN 1 AND 3000
                    AND ol_number BETWEEN 1 AND 15 AND ol_i_id BETWEEN 1 AND 100000
                    AND ol_supply_w_id = ol_w_id AND ol_quantity = 5 AND ol_dist_info IS NOT NULL
                THEN 0 ELSE 1 END) AS order_lines_wrong
    FROM bmsql_order_line;

-- name: Population.newOrder
SELECT count(*) AS new_orders,
        max(no_w_id) AS new_orders_highest_warehouse,
        sum(CASE WHEN no_w_id >= 1 AND no_d_id BETWEEN 1 AND 10 AND no_o_id BETWEEN 2101 AND 3000
                THEN 0 ELSE 1 END) AS new_orders_wrong
    FROM bmsql_new_order;
