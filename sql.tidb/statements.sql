-- Where TiDB needs another form of a statement than MySQL.

-- There are no stored procedures.

-- name: Procedure.newOrder

-- name: Procedure.payment

-- name: Procedure.orderStatus

-- name: Procedure.stockLevel

-- name: Procedure.delivery

-- ---------------------------------------------------------------- The ledger of a run

-- name: Ledger.history
-- Each server takes its numbers from a separate range.
SELECT h_w_id, h_d_id, h_c_w_id, h_c_d_id, h_c_id, h_amount
    FROM bmsql_history
    WHERE (hist_id > :loaded OR hist_id IS NULL) AND h_date >= :since AND h_w_id BETWEEN :w_from AND :w_to;
