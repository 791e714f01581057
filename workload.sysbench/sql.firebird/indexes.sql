-- copies: :tables
create index k_1 on sbtest1 (k);
-- The rows have their own numbers: new ones go on far behind them, by a 1 before the number of rows. Version 3 begins one later than 4.
-- copies: :tables
alter table sbtest1 alter column id restart with 1:table_size;
