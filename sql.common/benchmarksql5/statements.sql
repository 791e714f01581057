-- statementProfile=benchmarksql5: the shapes of BenchmarkSQL 5's generic statements, to compare with old numbers. What is
-- not named here already has the same shape.

-- name: OrderStatus.lastOrder
-- Columns: o_id, o_entry_d, o_carrier_id.
SELECT o_id, o_entry_d, o_carrier_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
        AND o_id = (
            SELECT max(o_id)
                FROM bmsql_oorder
                WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
        );

-- name: Delivery.oldestNewOrder
-- Columns: no_o_id. No limit: every open order of the district is sent, the program takes the first.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id ASC;

-- name: StockLevel.nextOrderId
-- Not sent: the next query joins the district itself.

-- name: StockLevel.countLow
-- Columns: the number of stock rows.
SELECT count(*) AS low_stock
    FROM (
        SELECT s_w_id, s_i_id, s_quantity
            FROM bmsql_stock
            WHERE s_w_id = :w_id AND s_quantity < :threshold
                AND s_i_id IN (
                    SELECT ol_i_id
                        FROM bmsql_district
                        JOIN bmsql_order_line
                            ON (ol_w_id = d_w_id AND ol_d_id = d_id
                                AND ol_o_id >= d_next_o_id - 20 AND ol_o_id < d_next_o_id)
                        WHERE d_w_id = :w_id AND d_id = :d_id
                )
    ) AS l;
