-- What the initial population of clause 4.3.3.1 adds up to. Each query gives one row; every column is a fact that the
-- program knows by its name, with the value or the range that it expects.

-- name: Population.item
SELECT count(*) AS items,
        sum(CASE WHEN i_data LIKE '%ORIGINAL%' THEN 1 ELSE 0 END) AS items_original,
        min(i_price) AS items_lowest_price,
        max(i_price) AS items_highest_price
    FROM bmsql_item;

-- name: Population.warehouse
SELECT count(*) AS warehouses, sum(w_ytd) AS warehouses_ytd, max(w_tax) AS warehouses_highest_tax
    FROM bmsql_warehouse;

-- name: Population.district
SELECT count(*) AS districts, sum(d_ytd) AS districts_ytd, min(d_next_o_id) AS districts_lowest_next_order,
        max(d_next_o_id) AS districts_highest_next_order
    FROM bmsql_district;

-- name: Population.stock
SELECT count(*) AS stock_rows,
        sum(CASE WHEN s_data LIKE '%ORIGINAL%' THEN 1 ELSE 0 END) AS stock_original,
        min(s_quantity) AS stock_lowest_quantity,
        max(s_quantity) AS stock_highest_quantity,
        sum(s_ytd) AS stock_ytd,
        sum(s_order_cnt) AS stock_orders,
        sum(s_remote_cnt) AS stock_remote_orders
    FROM bmsql_stock;

-- name: Population.customer
SELECT count(*) AS customers,
        sum(CASE WHEN c_credit = 'BC' THEN 1 ELSE 0 END) AS customers_bad_credit,
        sum(c_balance) AS customers_balance,
        sum(c_ytd_payment) AS customers_ytd_payment,
        sum(c_payment_cnt) AS customers_payments,
        sum(c_delivery_cnt) AS customers_deliveries
    FROM bmsql_customer;

-- name: Population.history
SELECT count(*) AS history_rows, sum(h_amount) AS history_amount
    FROM bmsql_history;

-- name: Population.order
SELECT count(*) AS orders,
        sum(CASE WHEN o_carrier_id IS NULL THEN 1 ELSE 0 END) AS orders_undelivered,
        sum(o_all_local) AS orders_all_local
    FROM bmsql_oorder;

-- name: Population.orderCustomers
-- The customers of a district's orders are a permutation: each has exactly one order.
SELECT count(*) AS orders_customers
    FROM (SELECT DISTINCT o_w_id, o_d_id, o_c_id FROM bmsql_oorder) o;

-- name: Population.orderLine
SELECT count(*) AS order_lines,
        sum(CASE WHEN ol_delivery_d IS NULL THEN 1 ELSE 0 END) AS order_lines_undelivered,
        sum(CASE WHEN ol_delivery_d IS NULL THEN 0 ELSE ol_amount END) AS order_lines_delivered_amount
    FROM bmsql_order_line;

-- name: Population.newOrder
SELECT count(*) AS new_orders, min(no_o_id) AS new_orders_lowest, max(no_o_id) AS new_orders_highest
    FROM bmsql_new_order;
