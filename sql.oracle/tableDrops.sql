-- Drops what is there, so that a second destroy, or one of a half-made database, ends well: DROP TABLE IF EXISTS is 23ai's.
-- Constraints go with their tables; PURGE keeps them out of the recycle bin.

-- {
begin
    for t in (
        select table_name
            from user_tables
            where table_name in ('BMSQL_HISTORY', 'BMSQL_NEW_ORDER', 'BMSQL_ORDER_LINE', 'BMSQL_OORDER', 'BMSQL_CUSTOMER',
                'BMSQL_DISTRICT', 'BMSQL_STOCK', 'BMSQL_ITEM', 'BMSQL_WAREHOUSE', 'BMSQL_CONFIG')
    ) loop
        execute immediate 'drop table ' || t.table_name || ' cascade constraints purge';
    end loop;
    for s in (select sequence_name from user_sequences where sequence_name = 'BMSQL_HIST_ID_SEQ') loop
        execute immediate 'drop sequence ' || s.sequence_name;
    end loop;
end;
-- }
