-- Statistics for the optimizer, table by table, so that several connections can share the work; largest first.

analyze table bmsql_order_line;
analyze table bmsql_stock;
analyze table bmsql_customer;
analyze table bmsql_history;
analyze table bmsql_oorder;
analyze table bmsql_new_order;
analyze table bmsql_item;
analyze table bmsql_district;
analyze table bmsql_warehouse;
analyze table bmsql_config;
