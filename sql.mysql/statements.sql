-- Where MySQL needs another form of a statement than the common one. Version 5.6 must understand all of it: no WITH, no window, no NOWAIT.

-- name: OrderStatus.lastOrder
SELECT o_id, o_entry_d, o_carrier_id
    FROM bmsql_oorder
    WHERE o_w_id = :w_id AND o_d_id = :d_id AND o_c_id = :c_id
    ORDER BY o_id DESC
    LIMIT 1;

-- name: Payment.customerData
-- The lock that the transaction holds already makes this the newest c_data: at repeatable read, MySQL's default, a plain
-- select would show it as it was at the transaction's first read, and a payment in between would be lost from it.
SELECT c_data
    FROM bmsql_customer
    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = :c_id
    FOR UPDATE;

-- name: Delivery.oldestNewOrder
-- The lock makes a second delivery of the district wait and then take the next order. Without it a repeatable read would
-- show the order that another delivery has deleted again and again.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id
    LIMIT 1
    FOR UPDATE;

-- name: StockLevel.countLow
-- STRAIGHT_JOIN keeps the order lines first, whatever the statistics say.
SELECT count(DISTINCT ol_i_id)
    FROM bmsql_order_line
    STRAIGHT_JOIN bmsql_stock ON (s_w_id = :w_id AND s_i_id = ol_i_id)
    WHERE ol_w_id = :w_id AND ol_d_id = :d_id AND ol_o_id >= :first_o_id AND ol_o_id < :next_o_id
        AND s_quantity < :threshold;

-- ---------------------------------------------------------------- batchStatements=true

-- name: Batch.stocks
-- Pairs in brackets would not use the key before version 5.7, nor on MariaDB.
SELECT s_w_id, s_i_id, s_quantity,
        CASE :d_id
            WHEN 1 THEN s_dist_01 WHEN 2 THEN s_dist_02 WHEN 3 THEN s_dist_03 WHEN 4 THEN s_dist_04 WHEN 5 THEN s_dist_05
            WHEN 6 THEN s_dist_06 WHEN 7 THEN s_dist_07 WHEN 8 THEN s_dist_08 WHEN 9 THEN s_dist_09 ELSE s_dist_10 END,
        (SELECT i_price FROM bmsql_item WHERE i_id = s_i_id)
    FROM bmsql_stock FORCE INDEX (PRIMARY)
    WHERE
        (s_w_id = :w_1 AND s_i_id = :i_1) OR (s_w_id = :w_2 AND s_i_id = :i_2) OR (s_w_id = :w_3 AND s_i_id = :i_3) OR
        (s_w_id = :w_4 AND s_i_id = :i_4) OR (s_w_id = :w_5 AND s_i_id = :i_5) OR (s_w_id = :w_6 AND s_i_id = :i_6) OR
        (s_w_id = :w_7 AND s_i_id = :i_7) OR (s_w_id = :w_8 AND s_i_id = :i_8) OR (s_w_id = :w_9 AND s_i_id = :i_9) OR
        (s_w_id = :w_10 AND s_i_id = :i_10) OR (s_w_id = :w_11 AND s_i_id = :i_11) OR
        (s_w_id = :w_12 AND s_i_id = :i_12) OR (s_w_id = :w_13 AND s_i_id = :i_13) OR
        (s_w_id = :w_14 AND s_i_id = :i_14) OR (s_w_id = :w_15 AND s_i_id = :i_15)
    ORDER BY s_w_id, s_i_id
    FOR UPDATE;

-- name: Batch.updateStocks
-- One statement is planned once for all rows; the servers plan a batch of updates row by row.
UPDATE bmsql_stock FORCE INDEX (PRIMARY)
    SET s_quantity = CASE s_i_id
            WHEN :i_1 THEN :quantity_1 WHEN :i_2 THEN :quantity_2 WHEN :i_3 THEN :quantity_3 WHEN :i_4 THEN :quantity_4
            WHEN :i_5 THEN :quantity_5 WHEN :i_6 THEN :quantity_6 WHEN :i_7 THEN :quantity_7 WHEN :i_8 THEN :quantity_8
            WHEN :i_9 THEN :quantity_9 WHEN :i_10 THEN :quantity_10 WHEN :i_11 THEN :quantity_11
            WHEN :i_12 THEN :quantity_12 WHEN :i_13 THEN :quantity_13 WHEN :i_14 THEN :quantity_14 ELSE :quantity_15 END,
        s_ytd = s_ytd + CASE s_i_id
            WHEN :i_1 THEN :ordered_1 WHEN :i_2 THEN :ordered_2 WHEN :i_3 THEN :ordered_3 WHEN :i_4 THEN :ordered_4
            WHEN :i_5 THEN :ordered_5 WHEN :i_6 THEN :ordered_6 WHEN :i_7 THEN :ordered_7 WHEN :i_8 THEN :ordered_8
            WHEN :i_9 THEN :ordered_9 WHEN :i_10 THEN :ordered_10 WHEN :i_11 THEN :ordered_11 WHEN :i_12 THEN :ordered_12
            WHEN :i_13 THEN :ordered_13 WHEN :i_14 THEN :ordered_14 ELSE :ordered_15 END,
        s_order_cnt = s_order_cnt + 1, s_remote_cnt = s_remote_cnt + CASE s_w_id WHEN :w_id THEN 0 ELSE 1 END
    WHERE
        (s_w_id = :w_1 AND s_i_id = :i_1) OR (s_w_id = :w_2 AND s_i_id = :i_2) OR (s_w_id = :w_3 AND s_i_id = :i_3) OR
        (s_w_id = :w_4 AND s_i_id = :i_4) OR (s_w_id = :w_5 AND s_i_id = :i_5) OR (s_w_id = :w_6 AND s_i_id = :i_6) OR
        (s_w_id = :w_7 AND s_i_id = :i_7) OR (s_w_id = :w_8 AND s_i_id = :i_8) OR (s_w_id = :w_9 AND s_i_id = :i_9) OR
        (s_w_id = :w_10 AND s_i_id = :i_10) OR (s_w_id = :w_11 AND s_i_id = :i_11) OR
        (s_w_id = :w_12 AND s_i_id = :i_12) OR (s_w_id = :w_13 AND s_i_id = :i_13) OR
        (s_w_id = :w_14 AND s_i_id = :i_14) OR (s_w_id = :w_15 AND s_i_id = :i_15);

-- name: Batch.oldestNewOrders
-- The locks make a second delivery of the warehouse wait and then take the next orders.
(SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 1 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 2 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 3 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 4 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 5 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 6 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 7 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 8 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 9 ORDER BY no_o_id LIMIT 1 FOR UPDATE)
    UNION ALL (SELECT no_d_id, no_o_id
        FROM bmsql_new_order
        WHERE no_w_id = :w_id AND no_d_id = 10 ORDER BY no_o_id LIMIT 1 FOR UPDATE);

-- name: Batch.customersOfOrders
SELECT o_d_id, o_c_id
    FROM bmsql_oorder FORCE INDEX (PRIMARY)
    WHERE o_w_id = :w_id AND (
        (o_d_id = 1 AND o_id = :o_1) OR (o_d_id = 2 AND o_id = :o_2) OR (o_d_id = 3 AND o_id = :o_3) OR
        (o_d_id = 4 AND o_id = :o_4) OR (o_d_id = 5 AND o_id = :o_5) OR (o_d_id = 6 AND o_id = :o_6) OR
        (o_d_id = 7 AND o_id = :o_7) OR (o_d_id = 8 AND o_id = :o_8) OR (o_d_id = 9 AND o_id = :o_9) OR
        (o_d_id = 10 AND o_id = :o_10)
    );

-- name: Batch.sumOrderLines
SELECT ol_d_id, sum(ol_amount)
    FROM bmsql_order_line FORCE INDEX (PRIMARY)
    WHERE ol_w_id = :w_id AND (
        (ol_d_id = 1 AND ol_o_id = :o_1) OR (ol_d_id = 2 AND ol_o_id = :o_2) OR (ol_d_id = 3 AND ol_o_id = :o_3) OR
        (ol_d_id = 4 AND ol_o_id = :o_4) OR (ol_d_id = 5 AND ol_o_id = :o_5) OR (ol_d_id = 6 AND ol_o_id = :o_6) OR
        (ol_d_id = 7 AND ol_o_id = :o_7) OR (ol_d_id = 8 AND ol_o_id = :o_8) OR (ol_d_id = 9 AND ol_o_id = :o_9) OR
        (ol_d_id = 10 AND ol_o_id = :o_10)
    )
    GROUP BY ol_d_id;

-- ---------------------------------------------------------------- useStoredProcedures=true

-- name: Procedure.newOrder
CALL bmsql_proc_new_order_trx(:w_id, :d_id, :c_id, :supply_w_ids, :i_ids, :quantities, :line_order, :entry_d);

-- name: Procedure.payment
CALL bmsql_proc_payment_trx(:w_id, :d_id, :c_id, :c_d_id, :c_w_id, :c_last, :amount, :h_date);

-- name: Procedure.orderStatus
CALL bmsql_proc_order_status_trx(:w_id, :d_id, :c_id, :c_last);

-- name: Procedure.stockLevel
CALL bmsql_proc_stock_level_trx(:w_id, :d_id, :threshold);

-- name: Procedure.delivery
CALL bmsql_proc_delivery_bg_trx(:w_id, :carrier_id, :delivery_d);

-- ---------------------------------------------------------------- `bmsql reset`

-- name: Reset.stock
UPDATE bmsql_stock
    SET s_quantity = 10 + CAST(substr(:quantities, 2 * mod(s_i_id - 1, 1000) + 1, 2) AS signed), s_ytd = 0, s_order_cnt = 0,
        s_remote_cnt = 0
    WHERE s_w_id = :w_id AND s_i_id BETWEEN :first AND :last AND (s_ytd <> 0 OR s_order_cnt <> 0 OR s_remote_cnt <> 0);

-- ---------------------------------------------------------------- Load through LOAD DATA LOCAL
-- The file name is never opened: the driver reads the loader's stream.

-- name: Copy.table
LOAD DATA LOCAL INFILE 'bmsql' INTO TABLE {table} CHARACTER SET utf8mb4 ({columns});

-- name: Analyze.table
ANALYZE TABLE {table};

-- ---------------------------------------------------------------- Sessions and snapshots

-- name: Tables.withoutRollback
SELECT concat(table_name, ' (', t.engine, ')')
    FROM information_schema.tables t
    JOIN information_schema.engines e ON e.engine = t.engine
    WHERE table_schema = database() AND e.transactions <> 'YES'
        AND table_name IN ('bmsql_config', 'bmsql_item', 'bmsql_warehouse', 'bmsql_stock', 'bmsql_district', 'bmsql_customer',
            'bmsql_history', 'bmsql_oorder', 'bmsql_order_line', 'bmsql_new_order')
    ORDER BY table_name;

-- name: Session.schemas
SELECT database();

-- name: Server.identity
SELECT concat_ws(' ', @@hostname, @@port, @@datadir);

-- name: Session.own
-- The comment is read by every version that knows the setting.
SET @bmsql_own = 1 /*!50708 , SESSION max_execution_time = 0 */;

-- name: Session.build
-- Existing rows are not checked when foreign keys are added (foreignKeys.sql says why).
SET SESSION foreign_key_checks = 0;

-- name: Session.reset
SET SESSION foreign_key_checks = 0;

-- name: Session.check
-- One snapshot of all tables. No other connection can use it.
START TRANSACTION WITH CONSISTENT SNAPSHOT;

-- ---------------------------------------------------------------- As a storage node behind another database

-- name: Xa.recover
XA RECOVER;

-- name: Xa.rollback
XA ROLLBACK {xid};

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.impatience
SET SESSION innodb_lock_wait_timeout = 1;

-- name: Conformance.sessionId
SELECT CONNECTION_ID();

-- name: Conformance.killSession
KILL {session};

-- name: Server.clock
SELECT unix_timestamp(now(6));

-- name: Lock.take
-- A session of old versions can have only one such lock. Their names are the server's, so the database's name is part of them.
SELECT CASE :shared
    WHEN 1 THEN coalesce(get_lock(concat('bmsql load ', md5(database())), 0), 0) * 0
        + is_free_lock(concat('bmsql ', md5(database())))
    ELSE get_lock(concat('bmsql ', md5(database())), 0) * is_free_lock(concat('bmsql load ', md5(database()))) END, :holder;

-- name: Lock.release
SELECT release_lock(concat('bmsql ', md5(database()))), release_lock(concat('bmsql load ', md5(database())));

-- name: Lock.holder
SELECT coalesce((SELECT concat(user, '@', host) FROM information_schema.processlist WHERE id = held.id),
        concat('connection ', held.id))
    FROM (SELECT coalesce(is_used_lock(concat('bmsql ', md5(database()))),
            is_used_lock(concat('bmsql load ', md5(database())))) AS id) AS held
    WHERE held.id IS NOT NULL;

-- name: History.moveOn
ALTER TABLE bmsql_history auto_increment = {next};
