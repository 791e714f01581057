-- copies: :tables
create index k_1 on sbtest1 (k);
-- The rows have their own numbers: the sequence goes on behind them.
-- copies: :tables
select setval('sbtest1_id_seq', max(id)) from sbtest1;
