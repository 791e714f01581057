-- check: rows of the table | expect: no rows
select 'usertable holds fewer rows than were loaded' as problem from usertable having count(*) < :records;
