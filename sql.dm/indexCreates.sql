-- The primary keys stand in tableCreates.sql. Of the further indexes only the customer's name: the vendor's own runs go without
-- the unique index on bmsql_oorder, which every Delivery would have to change.

create index bmsql_customer_idx1
    on bmsql_customer (c_w_id, c_d_id, c_last, c_first);
