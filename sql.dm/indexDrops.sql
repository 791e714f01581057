-- The reverse of indexCreates.sql, for a bulk load into an existing schema without foreign keys. The primary keys stay: they
-- are the tables.

-- when orderCustomerIndex
drop index bmsql_oorder_idx2;
-- end

drop index bmsql_customer_idx1;
