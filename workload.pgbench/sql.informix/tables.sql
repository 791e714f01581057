-- As elsewhere, but Informix locks pages unless a table says otherwise, and has another type for a time.

-- rows: :scale
create table pgbench_branches (
    bid       integer not null,  -- = rownum
    bbalance  integer,           -- = 0
    filler    char(88)
) lock mode row;

-- rows: 10 * :scale
create table pgbench_tellers (
    tid       integer not null,  -- = rownum
    bid       integer,           -- = (rownum - 1) / 10 + 1
    tbalance  integer,           -- = 0
    filler    char(84)
) lock mode row;

-- rows: 100000 * :scale
create table pgbench_accounts (
    aid       integer not null,  -- = rownum
    bid       integer,           -- = (rownum - 1) / 100000 + 1
    abalance  integer,           -- = 0
    filler    char(84)           -- = ''
) lock mode row;

create table pgbench_history (
    tid       integer,
    bid       integer,
    aid       integer,
    delta     integer,
    mtime     datetime year to fraction(3),
    filler    char(22)
) lock mode row;
