-- What DM says in its own words.

-- name: OrderStatus.lastOrder
SELECT o_id, o_entry_d, o_carrier_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
    ORDER BY o_id DESC
    LIMIT 1;

-- name: Delivery.oldestNewOrder
-- Without a lock: the delete tells by its row count who came first.
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
