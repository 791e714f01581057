-- The foreign keys, one statement a table, largest first. The loaded rows are not checked (Session.build switches the
-- check of existing rows off): with the check on, the server would write each table again. Row counts and sums are verified at
-- the end of the build, and "bmsql check" compares the tables with each other.
--
-- InnoDB needs an index for every foreign key and makes one where none fits. Three tables need such an index;
-- made here, they are missing as well when this script is not run. They cost every New-Order and Payment: say foreignKeys=false to
-- measure without foreign keys, as BenchmarkSQL's MySQL forks do. Partitioned InnoDB tables take none.

-- when not partitions
alter table bmsql_order_line
    add index bmsql_order_line_idx1 (ol_supply_w_id, ol_i_id),
    add constraint ol_order_fkey foreign key (ol_w_id, ol_d_id, ol_o_id)
        references bmsql_oorder (o_w_id, o_d_id, o_id),
    add constraint ol_stock_fkey foreign key (ol_supply_w_id, ol_i_id)
        references bmsql_stock (s_w_id, s_i_id);

alter table bmsql_stock
    add index bmsql_stock_idx1 (s_i_id),
    add constraint s_warehouse_fkey foreign key (s_w_id)
        references bmsql_warehouse (w_id),
    add constraint s_item_fkey foreign key (s_i_id)
        references bmsql_item (i_id);

alter table bmsql_history
    add index bmsql_history_idx1 (h_c_w_id, h_c_d_id, h_c_id),
    add index bmsql_history_idx2 (h_w_id, h_d_id),
    add constraint h_customer_fkey foreign key (h_c_w_id, h_c_d_id, h_c_id)
        references bmsql_customer (c_w_id, c_d_id, c_id),
    add constraint h_district_fkey foreign key (h_w_id, h_d_id)
        references bmsql_district (d_w_id, d_id);

alter table bmsql_oorder
    add constraint o_customer_fkey foreign key (o_w_id, o_d_id, o_c_id)
        references bmsql_customer (c_w_id, c_d_id, c_id);

alter table bmsql_customer
    add constraint c_district_fkey foreign key (c_w_id, c_d_id)
        references bmsql_district (d_w_id, d_id);

alter table bmsql_new_order
    add constraint no_order_fkey foreign key (no_w_id, no_d_id, no_o_id)
        references bmsql_oorder (o_w_id, o_d_id, o_id);

alter table bmsql_district
    add constraint d_warehouse_fkey foreign key (d_w_id)
        references bmsql_warehouse (w_id);
-- end
