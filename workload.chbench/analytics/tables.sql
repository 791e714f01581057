-- What CH-benCHmark adds to the tables of TPC-C: the suppliers, their nations and the regions of these. A nation's key is the code of a
-- letter or digit; a customer's nation is the first letter of its state.

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

CREATE TABLE bmsql_supplier (
    su_suppkey   integer NOT NULL PRIMARY KEY,
    su_name      varchar(25),
    su_address   varchar(40),
    su_nationkey integer,
    su_phone     varchar(15),
    su_acctbal   decimal(12,2),
    su_comment   varchar(101)
);
