-- Sent once, when the tables are full.
ANALYZE TABLE bmsql_supplier, bmsql_nation, bmsql_region;
