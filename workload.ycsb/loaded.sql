-- How many rows were loaded, and the last key of all: those of a run go on behind it.
select (select max(ycsb_key) from usertable where ycsb_key < 1000000000000) as records, (select max(ycsb_key) from usertable) as newest
from usertable where ycsb_key = 1
