-- Rows that the program makes, one statement for each table.
INSERT INTO bmsql_region (r_regionkey, r_name, r_comment) VALUES (?, ?, ?);

INSERT INTO bmsql_nation (n_nationkey, n_name, n_regionkey, n_comment) VALUES (?, ?, ?, ?);

INSERT INTO bmsql_supplier (su_suppkey, su_name, su_address, su_nationkey, su_phone, su_acctbal, su_comment)
    VALUES (?, ?, ?, ?, ?, ?, ?);
