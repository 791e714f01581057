-- Where OceanBase needs another form of a statement than MySQL.

-- name: StockLevel.countLow
-- There is no STRAIGHT_JOIN; the hint says the same.
SELECT /*+ LEADING(bmsql_order_line bmsql_stock) USE_NL(bmsql_stock) */ count(DISTINCT ol_i_id)
    FROM bmsql_order_line
    JOIN bmsql_stock ON (s_w_id = :w_id AND s_i_id = ol_i_id)
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id >= :first_o_id AND ol_o_id < :next_o_id
        AND s_quantity < :threshold;

-- ---------------------------------------------------------------- The ledger of a run

-- name: Ledger.history
-- Each server takes its numbers from a separate range.
SELECT h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount
    FROM bmsql_history
    WHERE (hist_id > :loaded OR hist_id IS NULL) AND h_date >= :since AND h_w_id BETWEEN :w_from AND :w_to;

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.impatience
-- Microseconds. Deadlocks end by this time-out as well.
SET SESSION ob_trx_lock_timeout = 1000000;

-- ---------------------------------------------------------------- Not every version has max_execution_time

-- name: Session.own

-- ---------------------------------------------------------------- Not every version has GET_LOCK: a row does

-- name: Lock.take

-- name: Lock.release

-- name: Lock.holder
