-- Procedures and functions of storedProcedureCreates.sql, where they are there.

-- {
begin
    for p in (
        select object_type, object_name
            from user_objects
            where object_type in ('PROCEDURE', 'FUNCTION')
                and object_name in ('BMSQL_PROC_NEW_ORDER', 'BMSQL_PROC_PAYMENT', 'BMSQL_PROC_ORDER_STATUS',
                    'BMSQL_PROC_STOCK_LEVEL', 'BMSQL_PROC_DELIVERY_BG', 'BMSQL_CID_FROM_CLAST', 'BMSQL_IN_TEN_PLACES')
    ) loop
        execute immediate 'drop ' || p.object_type || ' ' || p.object_name;
    end loop;
end;
-- }
