-- Where TiDB needs another form of a statement than MySQL.

-- There are no stored procedures.

-- name: Procedure.newOrder

-- name: Procedure.payment

-- name: Procedure.orderStatus

-- name: Procedure.stockLevel

-- name: Procedure.delivery

-- ---------------------------------------------------------------- Locks of sessions: a row does
-- GET_LOCK does nothing before version 6.1, IS_FREE_LOCK and IS_USED_LOCK came with 7.3, and such a lock ends
-- after an hour at most.

-- name: Lock.take

-- name: Lock.release

-- name: Lock.holder

-- ---------------------------------------------------------------- The ledger of a run

-- name: Ledger.history
-- Each server takes its numbers from a separate range.
SELECT h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount
    FROM bmsql_history
    WHERE (hist_id > :loaded OR hist_id IS NULL) AND h_date >= :since AND h_w_id BETWEEN :w_from AND :w_to;
