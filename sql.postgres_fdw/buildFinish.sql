-- Statistics where the rows are, and samples of them for the coordinator's planner. Largest tables first.

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_order_line_{remainder}');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_stock_{remainder}');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_customer_{remainder}');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_history_{remainder}');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_oorder_{remainder}');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_new_order_{remainder}');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_district_{remainder}');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'vacuum analyze bmsql.bmsql_warehouse_{remainder}');
-- end

analyze bmsql_order_line;
analyze bmsql_stock;
analyze bmsql_customer;
analyze bmsql_history;
analyze bmsql_oorder;
analyze bmsql_new_order;
analyze bmsql_district;
analyze bmsql_warehouse;
vacuum analyze bmsql_item;
vacuum analyze bmsql_config;
