-- Where DM needs another form of a statement than the common one.

-- name: OrderStatus.lastOrder
SELECT o_id, o_entry_d, o_carrier_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
    ORDER BY o_id DESC
    LIMIT 1;

-- name: Delivery.oldestNewOrder
-- Without a lock: the row count of the delete shows who came first.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id
    LIMIT 1;

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.lockNoWait
SELECT d_id
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id = :d_id
    FOR UPDATE NOWAIT;

-- ---------------------------------------------------------------- useStoredProcedures=true
-- The results come as output parameters with the call's answer: one round trip.

-- name: Procedure.newOrder
{call bmsql_proc_new_order(:w_id, :d_id, :c_id, :supply_w_ids, :i_ids, :quantities, :line_order, :entry_d, :out_o_id, :out_total_amount)};

-- name: Procedure.payment
{call bmsql_proc_payment(:w_id, :d_id, :c_id, :c_d_id, :c_w_id, :c_last, :amount, :h_date, :out_c_id)};

-- name: Procedure.orderStatus
{call bmsql_proc_order_status(:w_id, :d_id, :c_id, :c_last, :out_c_id, :out_o_id)};

-- name: Procedure.stockLevel
{call bmsql_proc_stock_level(:w_id, :d_id, :threshold, :out_low_stock)};

-- name: Procedure.delivery
{call bmsql_proc_delivery_bg(:w_id, :carrier_id, :delivery_d, :out_delivered_o_id)};

-- name: Server.clock
SELECT bigdatediff(MS, TIMESTAMP '1970-01-01 00:00:00', sys_extract_utc(systimestamp)) / 1000.0;

-- name: History.moveOn
-- Empty: an own column with IDENTITY or AUTO_INCREMENT goes on from the highest number that was put in, by itself.
