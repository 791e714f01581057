-- Statistics for the optimizer, largest tables first.

update statistics medium for table bmsql_order_line;
update statistics medium for table bmsql_stock;
update statistics medium for table bmsql_customer;
update statistics medium for table bmsql_history;
update statistics medium for table bmsql_oorder;
update statistics medium for table bmsql_new_order;
update statistics medium for table bmsql_item;
update statistics medium for table bmsql_district;
update statistics medium for table bmsql_warehouse;
update statistics medium for table bmsql_config;
