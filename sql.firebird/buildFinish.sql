-- How many different values each index has, for the optimizer.

-- {
execute block as
    declare index_name varchar(63);
begin
    for select trim(rdb$index_name)
            from rdb$indices
            where rdb$relation_name starting with 'BMSQL_'
            into index_name do
        execute statement 'set statistics index ' || index_name;
end
-- }
