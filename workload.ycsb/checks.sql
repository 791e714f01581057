-- check: rows as loaded | expect: no rows
select count(*) as found from usertable where ycsb_key <= :records having count(*) <> :records;
