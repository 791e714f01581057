-- As elsewhere, but Klustron makes keys and indexes with the tables, before the rows.

-- rows: :scale
create table pgbench_branches (
    bid       integer not null primary key,  -- = rownum
    bbalance  integer,                       -- = 0
    filler    char(88)
);

-- rows: 10 * :scale
create table pgbench_tellers (
    tid       integer not null primary key,  -- = rownum
    bid       integer,                       -- = (rownum - 1) / 10 + 1
    tbalance  integer,                       -- = 0
    filler    char(84)
);

-- rows: 100000 * :scale
create table pgbench_accounts (
    aid       integer not null primary key,  -- = rownum
    bid       integer,                       -- = (rownum - 1) / 100000 + 1
    abalance  integer,                       -- = 0
    filler    char(84)                       -- = ''
);

create table pgbench_history (
    tid       integer,
    bid       integer,
    aid       integer,
    delta     integer,
    mtime     timestamp,
    filler    char(22)
);
