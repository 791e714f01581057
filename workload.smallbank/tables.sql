-- rows: :customers * :scale
create table sb_accounts (
    custid integer not null primary key, -- = rownum
    name   varchar(64) not null          -- = pattern('customer-@@@@@@@@')
);

-- rows: :customers * :scale
create table sb_savings (
    custid integer not null primary key, -- = rownum
    bal    decimal(14, 2) not null       -- = 10000 + rownum * 7919 % 40001
);

-- rows: :customers * :scale
create table sb_checking (
    custid integer not null primary key, -- = rownum
    bal    decimal(14, 2) not null       -- = 10000 + rownum * 6581 % 40001
);
