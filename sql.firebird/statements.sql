-- Where Firebird needs another form of a statement than the common one. FOR UPDATE alone locks nothing there: WITH LOCK does.

-- name: NewOrder.district
SELECT d_tax, d_next_o_id
    FROM bmsql_district
    WHERE d_w_id = :w_id AND d_id = :d_id
    FOR UPDATE WITH LOCK;

-- name: NewOrder.stock
SELECT s_quantity, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08,
        s_dist_09, s_dist_10
    FROM bmsql_stock
    WHERE s_w_id = :w_id AND s_i_id = :i_id
    FOR UPDATE WITH LOCK;

-- name: Payment.customer
SELECT c_first, c_middle, c_last, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_credit,
        c_credit_lim, c_discount, c_balance
    FROM bmsql_customer
    WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = :c_id
    FOR UPDATE WITH LOCK;

-- name: Reset.stock
UPDATE bmsql_stock
    SET s_quantity = 10
            + CAST(substring(CAST(:quantities AS varchar(2000)) FROM 2 * mod(s_i_id - 1, 1000) + 1 FOR 2) AS integer),
        s_ytd = 0, s_order_cnt = 0, s_remote_cnt = 0
    WHERE s_w_id = :w_id AND s_i_id BETWEEN :first AND :last AND (s_ytd <> 0 OR s_order_cnt <> 0 OR s_remote_cnt <> 0);

-- ---------------------------------------------------------------- For `bmsql dialect test`

-- name: Conformance.sessionId
SELECT current_connection FROM rdb$database;

-- name: Conformance.killSession
DELETE FROM mon$attachments WHERE mon$attachment_id = {session};

-- name: Server.clock
-- From version 4 on; before that no time has a zone.
SELECT datediff(MILLISECOND FROM timestamp '1970-01-01 00:00:00 UTC' TO current_timestamp) / 1000.0
    FROM rdb$database;

-- name: Sequence.find
SELECT 1
    FROM rdb$generators
    WHERE rdb$generator_name = upper(:sequence_name);
