-- copies: :tables
drop table sbtest1;
