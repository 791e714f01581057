-- Empties every table, bmsql_config too, so that a load may follow. Oracle empties no table that an enabled foreign key points
-- at, so the foreign keys are switched off for it.

-- {
begin
    for c in (
        select table_name, constraint_name
            from user_constraints
            where constraint_type = 'R' and table_name like 'BMSQL~_%' escape '~'
    ) loop
        execute immediate 'alter table ' || c.table_name || ' disable constraint ' || c.constraint_name;
    end loop;
    for t in (
        select table_name
            from user_tables
            where table_name in ('BMSQL_HISTORY', 'BMSQL_NEW_ORDER', 'BMSQL_ORDER_LINE', 'BMSQL_OORDER', 'BMSQL_CUSTOMER',
                'BMSQL_DISTRICT', 'BMSQL_STOCK', 'BMSQL_ITEM', 'BMSQL_WAREHOUSE', 'BMSQL_CONFIG')
    ) loop
        execute immediate 'truncate table ' || t.table_name;
    end loop;
    for c in (
        select table_name, constraint_name
            from user_constraints
            where constraint_type = 'R' and table_name like 'BMSQL~_%' escape '~'
    ) loop
        execute immediate 'alter table ' || c.table_name || ' enable constraint ' || c.constraint_name;
    end loop;
end;
-- }
