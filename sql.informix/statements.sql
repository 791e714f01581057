-- Where Informix needs another form of a statement than the common one. FOR UPDATE is only allowed in a query of one table without ORDER BY.

-- name: OrderStatus.lastOrder
SELECT FIRST 1 o_id, o_entry_d, o_carrier_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
    ORDER BY o_id DESC;

-- name: Delivery.oldestNewOrder
-- Without a lock: the row count of the delete shows who came first.
SELECT FIRST 1 no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id;

-- ---------------------------------------------------------------- Sessions and snapshots

-- name: Session.check
-- There are no snapshots, and a repeatable read would lock every row of every table: check while nothing else runs.
SET ISOLATION TO COMMITTED READ LAST COMMITTED;

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.impatience
SET LOCK MODE TO WAIT 1;

-- ---------------------------------------------------------------- `bmsql reset`

-- name: Reset.stock
-- A parameter inside a function has no type by itself.
UPDATE bmsql_stock
    SET s_quantity = 10 + CAST(substr(CAST(:quantities AS lvarchar(2000)), 2 * mod(s_i_id - 1, 1000) + 1, 2) AS integer), s_ytd = 0,
        s_order_cnt = 0, s_remote_cnt = 0
    WHERE s_w_id = :w_id AND s_i_id BETWEEN :first AND :last AND (s_ytd <> 0 OR s_order_cnt <> 0 OR s_remote_cnt <> 0);

-- name: Reset.newOrders
-- An INSERT may not read the table that it fills (-360).
MERGE INTO bmsql_new_order
    USING (SELECT o_w_id, o_d_id, o_id
            FROM bmsql_oorder
            WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_id BETWEEN 2101 AND 3000) AS loaded
        ON no_w_id = loaded.o_w_id AND no_d_id = loaded.o_d_id AND no_o_id = loaded.o_id
    WHEN NOT MATCHED THEN
        INSERT (no_w_id, no_d_id, no_o_id) VALUES (loaded.o_w_id, loaded.o_d_id, loaded.o_id);

-- name: Server.clock
-- Whole seconds, half a second before their end on average.
SELECT DBINFO('utc_current') + 0.5
    FROM systables
    WHERE tabid = 1;

-- name: History.moveOn
-- For an own tableCreates.sql too: a BIGSERIAL column goes on from the highest number that was put in, and this makes sure of it.
ALTER TABLE bmsql_history MODIFY (hist_id bigserial({next}));
