-- Sent once, when the tables are full.
ANALYZE bmsql_supplier;

ANALYZE bmsql_nation;

ANALYZE bmsql_region;
