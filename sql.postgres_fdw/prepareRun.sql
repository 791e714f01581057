-- Between load and run, after the statistics: what the load left in memory goes to disk, on each shard and on the coordinator.

-- for each shard
select dblink_exec('shard_{shard}', 'checkpoint');
-- end

checkpoint;
