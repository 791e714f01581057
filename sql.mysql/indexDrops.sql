-- The reverse of indexCreates.sql, for a bulk load into an existing schema without foreign keys. The primary keys stay: they
-- are the tables.

alter table bmsql_oorder
    drop index bmsql_oorder_idx2, -- when orderCustomerIndex
    drop index bmsql_oorder_idx1;

alter table bmsql_customer
    drop index bmsql_customer_idx1;
