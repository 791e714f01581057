-- The further indexes, one a statement: TiDB before 6.2 takes no second one.

alter table bmsql_customer
    add index bmsql_customer_idx1 (c_w_id, c_d_id, c_last, c_first);

alter table bmsql_oorder
    add unique index bmsql_oorder_idx1 (o_w_id, o_d_id, o_carrier_id, o_id);

-- For Order-Status: a customer's newest order without reading the district's, of which a run adds more and more.
-- when orderCustomerIndex
alter table bmsql_oorder
    add index bmsql_oorder_idx2 (o_w_id, o_d_id, o_c_id, o_id);
-- end
