-- Empties every table, bmsql_config too, so that a load may follow. InnoDB refuses to empty a table that a foreign key points
-- at, even at an empty one, so the checks are off in this session.

set foreign_key_checks = 0;

truncate table bmsql_history;
truncate table bmsql_new_order;
truncate table bmsql_order_line;
truncate table bmsql_oorder;
truncate table bmsql_customer;
truncate table bmsql_district;
truncate table bmsql_stock;
truncate table bmsql_item;
truncate table bmsql_warehouse;
truncate table bmsql_config;

set foreign_key_checks = 1;
