-- The tables of pgbench, as pgbench -i makes them. Rows at scale 1: a branch, 10 tellers, 100000 accounts, no history.
-- The balances begin at 0; the fillers of accounts are blanks, the others NULL.

create table pgbench_branches (
    bid       integer not null primary key,
    bbalance  integer,
    filler    char(88)
);

create table pgbench_tellers (
    tid       integer not null primary key,
    bid       integer,
    tbalance  integer,
    filler    char(84)
);

create table pgbench_accounts (
    aid       integer not null primary key,
    bid       integer,
    abalance  integer,
    filler    char(84)
);

create table pgbench_history (
    tid       integer,
    bid       integer,
    aid       integer,
    delta     integer,
    mtime     timestamp,
    filler    char(22)
);
