-- The further indexes; the primary keys are in tableCreates.sql. A secondary index is built faster in one sort after the
-- load than row by row during it. All indexes of a table in one statement read it once.

alter table bmsql_customer
    add index bmsql_customer_idx1 (c_w_id, c_d_id, c_last, c_first);

-- idx2 finds a customer's newest order (Order-Status) without reading the district's, of which a run adds more and more. Without
-- orderCustomerIndex the foreign key to the customer makes InnoDB add an index, if there are foreign keys.
alter table bmsql_oorder
    add index bmsql_oorder_idx2 (o_w_id, o_d_id, o_c_id, o_id), -- when orderCustomerIndex
    add unique index bmsql_oorder_idx1 (o_w_id, o_d_id, o_carrier_id, o_id);
