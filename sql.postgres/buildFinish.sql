-- Statistics for the planner and the visibility map for index-only scans. Table by table, so that several connections can
-- share the work; largest first.

vacuum analyze bmsql_order_line;
vacuum analyze bmsql_stock;
vacuum analyze bmsql_customer;
vacuum analyze bmsql_history;
vacuum analyze bmsql_oorder;
vacuum analyze bmsql_new_order;
vacuum analyze bmsql_item;
vacuum analyze bmsql_district;
vacuum analyze bmsql_warehouse;
vacuum analyze bmsql_config;
