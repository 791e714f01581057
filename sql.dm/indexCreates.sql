-- The primary keys are in tableCreates.sql. The vendor's own runs go without the unique index on bmsql_oorder,
-- which every Delivery would have to change, and without an index on its customer: orderCustomerIndex=false for that.

create index bmsql_customer_idx1
    on bmsql_customer (c_w_id, c_d_id, c_last, c_first);

-- For Order-Status: a customer's newest order without reading the district's, of which a run adds more and more. BenchmarkSQL has
-- no such index.
-- when orderCustomerIndex
create index bmsql_oorder_idx2
    on bmsql_oorder (o_w_id, o_d_id, o_c_id, o_id);
-- end
