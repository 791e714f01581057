-- After a reset: frees the space of deleted and changed rows, and renews the statistics. Of wide tables only the columns that runs
-- change are analyzed; items never change. The slowest statements come first.

vacuum analyze bmsql_stock (s_quantity, s_ytd, s_order_cnt, s_remote_cnt);
vacuum analyze bmsql_order_line;
vacuum analyze bmsql_customer (c_balance, c_ytd_payment, c_payment_cnt, c_delivery_cnt);
vacuum analyze bmsql_oorder;
vacuum analyze bmsql_history;
vacuum analyze bmsql_new_order;
vacuum analyze bmsql_district;
vacuum analyze bmsql_warehouse;
vacuum analyze bmsql_config;
