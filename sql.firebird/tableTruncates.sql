-- Empties every table, bmsql_config too, so that a load may follow: there is no TRUNCATE. Referencing tables go first.

delete from bmsql_history;
delete from bmsql_new_order;
delete from bmsql_order_line;
delete from bmsql_oorder;
delete from bmsql_customer;
delete from bmsql_district;
delete from bmsql_stock;
delete from bmsql_item;
delete from bmsql_warehouse;
delete from bmsql_config;
