-- What CH-benCHmark adds to the tables of TPC-C: the suppliers, their nations and the regions of these. A nation's key is the code of a
-- letter or digit; a customer's nation is the first letter of its state. Of five suppliers customers complain.

CREATE TABLE bmsql_region (
    r_regionkey integer NOT NULL PRIMARY KEY,
    r_name      varchar(55),
    r_comment   varchar(152)
);

CREATE TABLE bmsql_nation (
    n_nationkey integer NOT NULL PRIMARY KEY,
    n_name      varchar(25),
    n_regionkey integer,
    n_comment   varchar(152)
);

-- rows: 10000
CREATE TABLE bmsql_supplier (
    su_suppkey   integer NOT NULL PRIMARY KEY,  -- = rownum - 1
    su_name      varchar(25),                   -- = pattern('Supplier#########')
    su_address   varchar(40),                   -- = pattern('@#@@#@@#@@#@@#@@#@@#@@#@@')
    su_nationkey integer,                       -- = 48 + abs(hash_fnv1a(rownum, 1) % 62) + CASE WHEN abs(hash_fnv1a(rownum, 1) % 62) > 35 THEN 13 WHEN abs(hash_fnv1a(rownum, 1) % 62) > 9 THEN 7 ELSE 0 END
    su_phone     varchar(15),                   -- = pattern('###############')
    su_acctbal   decimal(12,2),                 -- = random(-99999, 999999) / 100.0
    su_comment   varchar(101)                   -- = CASE WHEN rownum % 2000 = 1 THEN pattern('bad @@#@@#@@#@@#@@#@@#@@#@@#@@#') ELSE pattern('@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#@@#') END
);
