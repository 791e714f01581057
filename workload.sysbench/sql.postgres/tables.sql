-- rows: :table_size
-- copies: :tables
create table sbtest1 (
    id  serial primary key,                         -- = rownum
    k   integer default 0 not null,                   -- = CASE WHEN random(1, 100) <= 75 THEN :table_size / 2 - :table_size / 200 + random(0, greatest(0, :table_size / 100 - 1)) ELSE random_gaussian(1, :table_size, 6) END
    c   char(120) default '' not null,                -- = pattern('###########-###########-###########-###########-###########-###########-###########-###########-###########-###########')
    pad char(60) default '' not null                  -- = pattern('###########-###########-###########-###########-###########')
);

-- The sizes of the build, which rows that a run inserts do not change.
-- rows: 1
create table sbtest_size (
    table_count integer not null,  -- = :tables
    row_count   integer not null   -- = :table_size
);
