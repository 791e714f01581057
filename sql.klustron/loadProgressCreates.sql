-- The journal of a build or load under way: what is done is noted here, in the transaction that does it, so that one that was
-- killed can go on. It goes when the build is finished. It lies where bmsql_config lies.

create table bmsql_load_progress (
    lp_name     varchar(50) not null primary key,
    lp_value    varchar(200)
) with (shard = all);
