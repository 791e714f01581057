-- Before a table stands how many rows it gets, behind a column its value in each row; rownum counts them from 1.

-- rows: :rows * :scale
create table NAME_account (
    id      integer not null primary key, -- = rownum
    holder  varchar(40) not null,         -- = pattern('holder-@@@@@@')
    opened  integer not null,             -- = rownum % 1000
    balance integer not null              -- = rownum % 1000
);

-- This one is empty at first.
create table NAME_history (
    account_id integer not null,
    amount     integer not null
);
