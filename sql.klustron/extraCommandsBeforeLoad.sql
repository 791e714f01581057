-- With tablegroups=true the leaves of one shard become one group: their joins are pushed down to it, and no server setting can
-- part them. Without, there is nothing to do: fill factors are PostgreSQL's.

-- for each shard with tablegroups
create tablegroup bmsql_shard_{shard} with (shard = {shard});
-- end

-- for each partition with tablegroups
alter table bmsql_warehouse_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end

-- for each partition with tablegroups
alter table bmsql_district_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end

-- for each partition with tablegroups
alter table bmsql_customer_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end

-- for each partition with tablegroups
alter table bmsql_history_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end

-- for each partition with tablegroups
alter table bmsql_new_order_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end

-- for each partition with tablegroups
alter table bmsql_oorder_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end

-- for each partition with tablegroups
alter table bmsql_order_line_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end

-- for each partition with tablegroups
alter table bmsql_stock_{remainder} set (tablegroup = bmsql_shard_{shard});
-- end
