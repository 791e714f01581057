-- Foreign keys are checked by joins, and the planner needs to know the tables for them. Largest tables first.
analyze bmsql_order_line;
analyze bmsql_stock;
analyze bmsql_customer;
analyze bmsql_history;
analyze bmsql_oorder;
analyze bmsql_new_order;
analyze bmsql_item;
analyze bmsql_district;
analyze bmsql_warehouse;
