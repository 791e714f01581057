alter table pgbench_branches add constraint primary key (bid);
alter table pgbench_tellers add constraint primary key (tid);
alter table pgbench_accounts add constraint primary key (aid);
