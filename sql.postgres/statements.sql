-- What PostgreSQL does better in its own words.

-- name: Delivery.oldestNewOrder
-- The lock makes a second delivery of the district wait and then take the next order, at every isolation level.
SELECT no_o_id
    FROM bmsql_new_order
    WHERE no_w_id = :w_id AND no_d_id = :d_id
    ORDER BY no_o_id
    LIMIT 1
    FOR UPDATE;

-- ---------------------------------------------------------------- Load through COPY

-- name: Copy.config
COPY bmsql_config (cfg_name, cfg_value)
    FROM STDIN;

-- name: Copy.item
COPY bmsql_item (i_id, i_name, i_price, i_data, i_im_id)
    FROM STDIN;

-- name: Copy.warehouse
COPY bmsql_warehouse (w_id, w_ytd, w_tax, w_name, w_street_1, w_street_2, w_city, w_state, w_zip)
    FROM STDIN;

-- name: Copy.stock
COPY bmsql_stock (s_i_id, s_w_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01, s_dist_02,
        s_dist_03, s_dist_04, s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10)
    FROM STDIN;

-- name: Copy.district
COPY bmsql_district (d_id, d_w_id, d_ytd, d_tax, d_next_o_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip)
    FROM STDIN;

-- name: Copy.customer
COPY bmsql_customer (c_id, c_d_id, c_w_id, c_discount, c_credit, c_last, c_first, c_credit_lim, c_balance,
        c_ytd_payment, c_payment_cnt, c_delivery_cnt, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone,
        c_since, c_middle, c_data)
    FROM STDIN;

-- name: Copy.history
COPY bmsql_history (hist_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
    FROM STDIN;

-- name: Copy.order
COPY bmsql_oorder (o_id, o_w_id, o_d_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local, o_entry_d)
    FROM STDIN;

-- name: Copy.orderLine
COPY bmsql_order_line (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_delivery_d, ol_amount, ol_supply_w_id,
        ol_quantity, ol_dist_info)
    FROM STDIN;

-- name: Copy.newOrder
COPY bmsql_new_order (no_w_id, no_d_id, no_o_id)
    FROM STDIN;

-- ---------------------------------------------------------------- Sessions and snapshots

-- name: Session.build
-- Index builds and the validation of foreign keys sort and hash in this memory.
SELECT set_config('maintenance_work_mem', '256MB', false), set_config('jit', 'off', false)
    WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB');

-- name: Session.check
-- The conditions aggregate whole tables; before the first ANALYZE the planner would look up every row by itself.
SELECT set_config('work_mem', '128MB', true), set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true);

-- name: Snapshot.export
SELECT pg_export_snapshot();

-- name: Snapshot.import
SET TRANSACTION SNAPSHOT '{snapshot}';
