-- Statistics for the optimizer, of our tables only: a schema may hold others.

-- {
begin
    for t in (select table_name from user_tables where table_name like 'BMSQL~_%' escape '~') loop
        dbms_stats.gather_table_stats(ownname => user, tabname => t.table_name, cascade => true);
    end loop;
end;
-- }
