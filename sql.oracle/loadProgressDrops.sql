-- Drops the journal of a build or load, if there is one: DROP TABLE IF EXISTS is 23ai's.

-- {
begin
    for t in (select table_name from user_tables where table_name = 'BMSQL_LOAD_PROGRESS') loop
        execute immediate 'drop table ' || t.table_name || ' cascade constraints purge';
    end loop;
end;
-- }
