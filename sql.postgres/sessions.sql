-- What the sessions of a run do at this moment, asked ten times a second: wait_class, wait_event, statement, sessions. Classes are
-- processor, lock, log, disk, latch, client, other. Each user sees its own sessions. Queries are alternatives: newer servers first.
SELECT CASE WHEN wait_event_type = 'Client' OR state LIKE 'idle in transaction%' THEN 'client'
            WHEN wait_event IS NULL THEN 'processor'
            WHEN wait_event_type = 'Lock' THEN 'lock'
            WHEN lower(wait_event) LIKE 'wal%' OR wait_event = 'SyncRep' THEN 'log'
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
