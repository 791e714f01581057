-- Between load and run, after the statistics: InnoDB writes the changed pages of our tables to disk, as it does for an export, and
-- releases them at once (manual, FLUSH TABLES ... FOR EXPORT).

-- needs: grant reload on *.* to <user>, and lock tables and select on its database
flush local tables bmsql_warehouse, bmsql_district, bmsql_customer, bmsql_history, bmsql_new_order, bmsql_oorder,
    bmsql_order_line, bmsql_item, bmsql_stock for export;

unlock tables;
