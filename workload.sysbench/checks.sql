-- check: rows of the tables | expect: no rows
-- copies: :tables
select 'sbtest1 has no rows' from sbtest1 having count(*) = 0;
