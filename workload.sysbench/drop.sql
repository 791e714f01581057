-- copies: :tables
drop table sbtest1;
drop table sbtest_size;
