-- The reverse of indexCreates.sql, for a bulk load into an existing schema without foreign keys. The primary keys stay: they
-- are the tables.

drop index bmsql_customer_idx1;
