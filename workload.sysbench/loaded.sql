-- A run with other sizes than those of the build is refused.
select table_count as tables, row_count as table_size from sbtest_size
