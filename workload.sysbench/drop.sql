-- copies: :tables
drop table if exists sbtest1;
