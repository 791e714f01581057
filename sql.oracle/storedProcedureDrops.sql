-- The package of storedProcedureCreates.sql, where it is there.

-- {
begin
    for p in (select object_name from user_objects where object_type = 'PACKAGE' and object_name = 'TPCCC_ORACLE') loop
        execute immediate 'drop package ' || p.object_name;
    end loop;
end;
-- }
