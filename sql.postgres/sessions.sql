-- What the sessions of a run do at this moment, asked ten times a second: wait_class, wait_event, statement, sessions; of one that waits for
-- a lock also session, its number, and blocker, the first session that blocks it, whatever user or database that has. Classes are processor,
-- lock, log, copy (of the database, which a commit waits for), disk, latch, client, other. A blocker that is no session of the run is in a
-- row of class stranger. Each user sees its own sessions; the run's have the name of the one that asks, and the one with its lock has a name
-- that begins with "bmsql run". A prepared transaction has no session, and blocks as number 0. A commit sleeps for commit_delay without an
-- event. Queries are alternatives: newer servers first.
WITH own AS (SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()),
    activity AS (
        SELECT a.pid, CASE WHEN a.wait_event_type = 'Lock' THEN (pg_blocking_pids(a.pid))[1] END AS blocker,
               a.state, a.wait_event_type, a.wait_event, a.query,
               a.datname = current_database() AND a.usename = current_user
                   AND (a.application_name = own.application_name OR a.application_name LIKE 'bmsql run %') AS is_own
            FROM pg_stat_activity a, own
            WHERE a.pid <> pg_backend_pid() AND (a.state IS NULL OR a.state <> 'idle'))
SELECT CASE WHEN NOT is_own THEN 'stranger'
            WHEN wait_event_type = 'Client' OR state LIKE 'idle in transaction%' THEN 'client'
            WHEN wait_event IS NULL AND query ILIKE 'commit%' THEN 'log'
            WHEN wait_event IS NULL THEN 'processor'
            WHEN wait_event_type = 'Lock' THEN 'lock'
            WHEN wait_event = 'SyncRep' THEN 'copy'
            WHEN lower(wait_event) LIKE 'wal%' OR wait_event = 'CommitDelay' THEN 'log'
            WHEN wait_event_type = 'IO' THEN 'disk'
            WHEN wait_event_type LIKE 'LWLock%' OR wait_event_type = 'BufferPin' THEN 'latch'
            ELSE 'other' END AS wait_class,
       coalesce(wait_event, '') AS wait_event, left(query, 300) AS statement, 1 AS sessions, pid AS session, blocker
    FROM activity
    WHERE is_own OR pid IN (SELECT blocker FROM activity)
UNION ALL
SELECT 'stranger', '', '', 1, 0, NULL
    WHERE EXISTS (SELECT 1 FROM activity WHERE blocker = 0);

SELECT CASE WHEN wait_event_type = 'Client' OR state LIKE 'idle in transaction%' THEN 'client'
            WHEN wait_event IS NULL AND query ILIKE 'commit%' THEN 'log'
            WHEN wait_event IS NULL THEN 'processor'
            WHEN wait_event_type = 'Lock' THEN 'lock'
            WHEN wait_event = 'SyncRep' THEN 'copy'
            WHEN lower(wait_event) LIKE 'wal%' THEN 'log'
            WHEN wait_event_type = 'IO' THEN 'disk'
            WHEN wait_event_type LIKE 'LWLock%' OR wait_event_type = 'BufferPin' THEN 'latch'
            ELSE 'other' END AS wait_class,
       coalesce(wait_event, '') AS wait_event, left(query, 300) AS statement, count(*) AS sessions
    FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND state <> 'idle'
    GROUP BY 1, 2, 3;

SELECT CASE WHEN state LIKE 'idle in transaction%' THEN 'client' WHEN waiting THEN 'lock' ELSE 'processor' END AS wait_class,
       '' AS wait_event, left(query, 300) AS statement, count(*) AS sessions
    FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND state <> 'idle'
    GROUP BY 1, 2, 3;
