-- Drops what is there, so that a second destroy, or one of a half-made database, ends well: DROP TABLE IF EXISTS is version 6's.
-- A foreign key would keep the table that it points at, so those go first.

-- {
execute block as
    declare table_name varchar(63);
    declare constraint_name varchar(63);
begin
    for select trim(rdb$relation_name), trim(rdb$constraint_name)
            from rdb$relation_constraints
            where rdb$constraint_type = 'FOREIGN KEY' and rdb$relation_name starting with 'BMSQL_'
            into table_name, constraint_name do
        execute statement 'alter table ' || table_name || ' drop constraint ' || constraint_name;
end
-- }

-- {
execute block as
    declare table_name varchar(63);
begin
    for select trim(rdb$relation_name)
            from rdb$relations
            where rdb$relation_name in ('BMSQL_HISTORY', 'BMSQL_NEW_ORDER', 'BMSQL_ORDER_LINE', 'BMSQL_OORDER', 'BMSQL_CUSTOMER',
                'BMSQL_DISTRICT', 'BMSQL_STOCK', 'BMSQL_ITEM', 'BMSQL_WAREHOUSE', 'BMSQL_CONFIG')
            into table_name do
        execute statement 'drop table ' || table_name;
end
-- }

-- {
execute block as
begin
    if (exists (select 1 from rdb$generators where rdb$generator_name = 'BMSQL_HIST_ID_SEQ')) then
        execute statement 'drop sequence bmsql_hist_id_seq';
end
-- }
