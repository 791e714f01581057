-- What OceanBase says in another way than MySQL.

-- name: StockLevel.countLow
-- There is no STRAIGHT_JOIN; the hint says the same.
SELECT /*+ LEADING(bmsql_order_line bmsql_stock) USE_NL(bmsql_stock) */ count(DISTINCT ol_i_id)
    FROM bmsql_order_line
    JOIN bmsql_stock ON (s_w_id = :w_id AND s_i_id = ol_i_id)
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id >= :next_o_id - 20 AND ol_o_id < :next_o_id
        AND s_quantity < :threshold;

-- Stored procedures were never tried: copy those of sql.mysql over these to have them.

-- name: Procedure.newOrder

-- name: Procedure.payment

-- name: Procedure.orderStatus

-- name: Procedure.stockLevel

-- name: Procedure.delivery
