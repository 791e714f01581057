-- Keys and indexes of the leaves, each made on its shard; a parent of foreign tables can have none. Nothing but the shard that
-- holds the row therefore refuses a duplicate, which is enough: all rows of a warehouse lie on one shard.

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_order_line_{remainder} add primary key (ol_w_id, ol_d_id, ol_o_id, ol_number)');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_stock_{remainder} add primary key (s_w_id, s_i_id)');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_customer_{remainder} add primary key (c_w_id, c_d_id, c_id)');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_oorder_{remainder} add primary key (o_w_id, o_d_id, o_id)');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_new_order_{remainder} add primary key (no_w_id, no_d_id, no_o_id)');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_district_{remainder} add primary key (d_w_id, d_id)');
-- end

-- for each partition
select dblink_exec('shard_{shard}', 'alter table bmsql.bmsql_warehouse_{remainder} add primary key (w_id)');
-- end

-- for each partition
select dblink_exec('shard_{shard}',
    'create index on bmsql.bmsql_customer_{remainder} (c_w_id, c_d_id, c_last, c_first)');
-- end

-- for each partition with orderCustomerIndex
select dblink_exec('shard_{shard}',
    'create index on bmsql.bmsql_oorder_{remainder} (o_w_id, o_d_id, o_c_id, o_id)');
-- end

alter table bmsql_item add constraint bmsql_item_pkey
    primary key (i_id);
