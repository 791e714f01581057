-- Room in the pages of the updated tables. Partitions have pages, their parents have none.

-- for each partition
alter table bmsql_warehouse_{remainder} set (fillfactor = 50);
-- end

-- for each partition
alter table bmsql_district_{remainder} set (fillfactor = 79);
-- end

-- for each partition
alter table bmsql_customer_{remainder} set (fillfactor = 90);
-- end

-- for each partition
alter table bmsql_stock_{remainder} set (fillfactor = 95);
-- end
