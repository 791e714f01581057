-- Fails where the tables are not there; no variable is asked for: inserts change the number of rows.
select 1 from sbtest1 where 1 = 0
