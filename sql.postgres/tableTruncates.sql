-- One statement: PostgreSQL refuses to empty a table alone while a foreign key points at it.

truncate table bmsql_history, bmsql_new_order, bmsql_order_line, bmsql_oorder, bmsql_customer, bmsql_district,
    bmsql_stock, bmsql_item, bmsql_warehouse, bmsql_config;
