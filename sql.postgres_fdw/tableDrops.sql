-- Foreign tables go with their parents. What is on the shards goes with its schema, whatever number of partitions it was built
-- with. Tables that are not there are no error, so that a second destroy, or one of a half-made database, ends well.

drop table if exists bmsql_history;
drop table if exists bmsql_new_order;
drop table if exists bmsql_order_line;
drop table if exists bmsql_oorder;
drop table if exists bmsql_customer;
drop table if exists bmsql_district;
drop table if exists bmsql_stock;
drop table if exists bmsql_item;
drop table if exists bmsql_warehouse;
drop table if exists bmsql_config;

drop sequence if exists bmsql_hist_id_seq;

select srvname, dblink_exec(srvname, 'set client_min_messages = warning; drop schema if exists bmsql cascade')
    from pg_foreign_server
    where srvname ~ '^shard_[0-9]+$';
