-- The rows have their own numbers: the sequence goes on behind them.
-- copies: :tables
select setval('sbtest1_id_seq', max(id)) from sbtest1;
