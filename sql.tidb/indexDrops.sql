-- The reverse of indexCreates.sql. The primary keys stay: they are the tables.

-- when orderCustomerIndex
alter table bmsql_oorder drop index bmsql_oorder_idx2;
-- end

alter table bmsql_oorder drop index bmsql_oorder_idx1;

alter table bmsql_customer drop index bmsql_customer_idx1;
