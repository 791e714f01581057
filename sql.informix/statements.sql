-- What Informix says in its own words. FOR UPDATE is only allowed in a query of one table without ORDER BY.

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
