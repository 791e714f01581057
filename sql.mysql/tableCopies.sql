-- For the server's own client, which sends the CSV files that fileLocation=/tmp/csv/ writes: mysql --local-infile=1 bmsql < tableCopies.sql.
-- The server must allow it (local_infile=ON). bmsql itself sends no file to a server.

load data local infile '/tmp/csv/config.csv' into table bmsql_config
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (cfg_name, cfg_value);

load data local infile '/tmp/csv/item.csv' into table bmsql_item
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (i_id, i_name, i_price, i_data, i_im_id);

load data local infile '/tmp/csv/warehouse.csv' into table bmsql_warehouse
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (w_id, w_ytd, w_tax, w_name, w_street_1, w_street_2, w_city, w_state, w_zip);

load data local infile '/tmp/csv/stock.csv' into table bmsql_stock
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (s_i_id, s_w_id, s_quantity, s_ytd, s_order_cnt, s_remote_cnt, s_data, s_dist_01, s_dist_02, s_dist_03, s_dist_04,
        s_dist_05, s_dist_06, s_dist_07, s_dist_08, s_dist_09, s_dist_10);

load data local infile '/tmp/csv/district.csv' into table bmsql_district
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (d_id, d_w_id, d_ytd, d_tax, d_next_o_id, d_name, d_street_1, d_street_2, d_city, d_state, d_zip);

load data local infile '/tmp/csv/customer.csv' into table bmsql_customer
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (c_id, c_d_id, c_w_id, c_discount, c_credit, c_last, c_first, c_credit_lim, c_balance, c_ytd_payment,
        c_payment_cnt, c_delivery_cnt, c_street_1, c_street_2, c_city, c_state, c_zip, c_phone, c_since, c_middle,
        c_data);

load data local infile '/tmp/csv/cust-hist.csv' into table bmsql_history
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (hist_id, h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data);

load data local infile '/tmp/csv/order.csv' into table bmsql_oorder
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (o_id, o_w_id, o_d_id, o_c_id, o_carrier_id, o_ol_cnt, o_all_local, o_entry_d);

load data local infile '/tmp/csv/order-line.csv' into table bmsql_order_line
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_delivery_d, ol_amount, ol_supply_w_id, ol_quantity,
        ol_dist_info);

load data local infile '/tmp/csv/new-order.csv' into table bmsql_new_order
    character set utf8mb4 fields terminated by ',' optionally enclosed by '"'
    (no_w_id, no_d_id, no_o_id);
