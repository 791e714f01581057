-- The journal of a build or load under way: what is done is noted here, in the transaction that does it, so that one that was
-- killed can be resumed. The end of the build drops it. BenchmarkSQL knows no such table.

create table bmsql_load_progress (
    lp_name     varchar(50) not null,
    lp_value    varchar(200),
    primary key (lp_name)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;
