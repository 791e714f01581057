-- rows: 100000 * :scale
create table sb_accounts (
    custid bigint not null primary key,  -- = rownum
    name   varchar(64) not null          -- = pattern('customer-@@@@@@@@')
);

-- rows: 100000 * :scale
create table sb_savings (
    custid bigint not null primary key,  -- = rownum
    bal    decimal(14, 2) not null       -- = random(10000, 50000)
);

-- rows: 100000 * :scale
create table sb_checking (
    custid bigint not null primary key,  -- = rownum
    bal    decimal(14, 2) not null       -- = random(10000, 50000)
);
