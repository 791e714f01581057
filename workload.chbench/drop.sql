DROP TABLE bmsql_supplier;

DROP TABLE bmsql_nation;

DROP TABLE bmsql_region;
