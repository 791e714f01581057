-- Where Oracle needs another form of a statement than the common one. ROWNUM instead of FETCH FIRST: it works before
-- 12c, and the index is read no further than the first row. Neither may be used with FOR UPDATE (ORA-02014).

-- name: OrderStatus.lastOrder
SELECT o_id, o_entry_d, o_carrier_id
    FROM (
        SELECT o_id, o_entry_d, o_carrier_id
            FROM bmsql_oorder
            WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
            ORDER BY o_id DESC
    )
    WHERE ROWNUM = 1;

-- name: Delivery.oldestNewOrder
-- Without a lock: the row count of the delete shows who came first.
SELECT no_o_id
    FROM (
        SELECT no_o_id
            FROM bmsql_new_order
            WHERE no_w_id = :w_id AND no_d_id = :d_id
            ORDER BY no_o_id
    )
    WHERE ROWNUM = 1;

-- name: StockLevel.countLow
-- The hint keeps the order lines first, whatever the statistics say.
SELECT /*+ LEADING(bmsql_order_line bmsql_stock) USE_NL(bmsql_stock) */ count(DISTINCT ol_i_id)
    FROM bmsql_order_line
    JOIN bmsql_stock ON (s_w_id = :w_id AND s_i_id = ol_i_id)
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id >= :first_o_id AND ol_o_id < :next_o_id
        AND s_quantity < :threshold;

-- ---------------------------------------------------------------- useStoredProcedures=true
-- The results come as output parameters with the call's answer: one round trip.

-- name: Procedure.newOrder
{call tpccc_oracle.oracle_proc_new_order(:w_id, :d_id, :c_id, :supply_w_ids, :i_ids, :quantities, :line_order, :entry_d, :out_o_id,
    :out_total_amount)};

-- name: Procedure.payment
{call tpccc_oracle.oracle_proc_payment(:w_id, :d_id, :c_id, :c_d_id, :c_w_id, :c_last, :amount, :h_date, :out_c_id)};

-- name: Procedure.orderStatus
{call tpccc_oracle.oracle_proc_order_status(:w_id, :d_id, :c_id, :c_last, :out_c_id, :out_o_id)};

-- name: Procedure.stockLevel
{call tpccc_oracle.oracle_proc_stock_level(:w_id, :d_id, :threshold, :out_low_stock)};

-- name: Procedure.delivery
{call tpccc_oracle.oracle_proc_delivery_bg(:w_id, :carrier_id, :delivery_d, :out_delivered_o_id)};

-- ---------------------------------------------------------------- Sessions and snapshots

-- name: Session.build
-- An index or a foreign key waits for the locks of its tables instead of failing at once.
ALTER SESSION SET ddl_lock_timeout = 60;

-- name: Session.check
-- One snapshot of all tables for the whole transaction. No other connection can use it.
SET TRANSACTION READ ONLY;

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.lockNoWait
SELECT d_id
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id = :d_id
    FOR UPDATE NOWAIT;

-- name: Conformance.sessionId
SELECT sid || ',' || serial#
    FROM v$session
    WHERE sid = SYS_CONTEXT('USERENV', 'SID');

-- name: Conformance.killSession
ALTER SYSTEM KILL SESSION '{session}' IMMEDIATE;

-- ---------------------------------------------------------------- The ledger of a run

-- name: Ledger.history
-- Each instance of a cluster (RAC) takes its numbers from a separate range.
SELECT h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount
    FROM bmsql_history
    WHERE (hist_id > :loaded OR hist_id IS NULL) AND h_date >= :since AND h_w_id BETWEEN :w_from AND :w_to;

-- name: Server.clock
SELECT extract(DAY FROM since) * 86400 + extract(HOUR FROM since) * 3600 + extract(MINUTE FROM since) * 60
        + extract(SECOND FROM since)
    FROM (SELECT sys_extract_utc(systimestamp) - TIMESTAMP '1970-01-01 00:00:00' AS since FROM dual);
