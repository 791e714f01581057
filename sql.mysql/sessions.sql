-- What the sessions of a run do at this moment, asked ten times a second: wait_class, wait_event, statement, sessions. Classes are
-- processor, lock, log, copy, disk, latch, client, other. A wait counts only while it lasts (END_EVENT_ID IS NULL): the row of a finished
-- one stays. events_waits_current must be on (UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME =
-- 'events_waits_current'); without it, or without the right to read it, the last query takes the states of the list of sessions. See
-- sql.postgres for session and blocker. The row of class self is the one that asks: where its driver knows it by that number, sessions with
-- the run's login whose numbers the program does not know are strangers. The server keeps what innodb_trx shows until nobody has asked for a
-- tenth of a second: a wait for a row counts while the session is still at the statement that waited.
-- MySQL 8 and later tell who blocks: rows by data_lock_waits, tables by metadata_locks, where one that lets nobody write goes before the others.
WITH waits AS (
        SELECT requesting_thread_id AS waiter, min(blocking_thread_id) AS holder
            FROM performance_schema.data_lock_waits
            GROUP BY requesting_thread_id
        UNION ALL
        SELECT w.owner_thread_id,
               substring_index(min(concat(h.lock_type IN ('SHARED_READ', 'SHARED_WRITE'), ':', h.owner_thread_id)), ':', -1)
            FROM performance_schema.metadata_locks w
            JOIN performance_schema.metadata_locks h ON h.object_type = w.object_type AND h.object_schema <=> w.object_schema
                AND h.object_name <=> w.object_name AND h.lock_status = 'GRANTED' AND h.owner_thread_id <> w.owner_thread_id
            WHERE w.lock_status = 'PENDING'
            GROUP BY w.owner_thread_id),
    blockers AS (SELECT waits.waiter, min(t.processlist_id) AS blocker
            FROM waits
            JOIN performance_schema.threads t ON t.thread_id = waits.holder
            GROUP BY waits.waiter)
SELECT CASE WHEN NOT (t.processlist_db <=> database() AND t.processlist_user = substring_index(current_user(), '@', 1)) THEN 'stranger'
            WHEN b.blocker IS NOT NULL OR v.trx_id IS NOT NULL OR t.processlist_state = 'User lock'
                OR w.event_name LIKE 'wait/lock/%' OR w.event_name LIKE 'wait/io/lock/%' THEN 'lock'
            WHEN t.processlist_command = 'Sleep' THEN 'client'
            WHEN t.processlist_state LIKE 'Waiting for semi-sync ACK%' THEN 'copy'
            WHEN t.processlist_state = 'User sleep' THEN 'other'
            WHEN w.event_name LIKE '%redo%' OR w.event_name LIKE '%innodb_log%' OR w.event_name LIKE '%binlog%'
                OR w.event_name LIKE '%/log_%' OR t.processlist_state IN ('starting', 'Commit') AND s.sql_text LIKE 'commit%'
                OR t.processlist_state LIKE 'waiting for handler commit%' THEN 'log'
            WHEN w.event_name LIKE 'wait/io/file/%' THEN 'disk'
            WHEN w.event_name LIKE 'wait/io/socket/%' THEN 'client'
            WHEN w.event_name LIKE 'wait/synch/%' THEN 'latch'
            ELSE 'processor' END AS wait_class,
       CASE WHEN v.trx_id IS NOT NULL THEN 'row lock'
            ELSE coalesce(w.event_name, t.processlist_state, '') END AS wait_event,
       left(coalesce(s.sql_text, t.processlist_info, ''), 300) AS statement, 1 AS sessions,
       t.processlist_id AS session, b.blocker
    FROM performance_schema.threads t
    LEFT JOIN performance_schema.events_statements_current s ON s.thread_id = t.thread_id AND s.nesting_event_id IS NULL
    LEFT JOIN performance_schema.events_waits_current w ON w.thread_id = t.thread_id AND w.end_event_id IS NULL
        AND w.event_name NOT LIKE 'idle%' AND w.event_name NOT LIKE 'wait/io/table/%'
    LEFT JOIN information_schema.innodb_trx x ON x.trx_mysql_thread_id = t.processlist_id
    LEFT JOIN information_schema.innodb_trx v ON v.trx_mysql_thread_id = t.processlist_id AND v.trx_state = 'LOCK WAIT'
        AND left(v.trx_query, 1000) = left(t.processlist_info, 1000)
    LEFT JOIN blockers b ON b.waiter = t.thread_id
    WHERE t.processlist_id <> connection_id() AND (t.processlist_command <> 'Sleep' OR x.trx_id IS NOT NULL
            OR t.thread_id IN (SELECT holder FROM waits))
        AND (t.processlist_db = database() AND t.processlist_user = substring_index(current_user(), '@', 1)
            OR t.thread_id IN (SELECT holder FROM waits))
UNION ALL
SELECT 'self', '', '', 1, connection_id(), NULL;

-- Before MySQL 8, which does not tell it.
SELECT CASE WHEN v.trx_id IS NOT NULL OR t.processlist_state = 'User lock' OR w.event_name LIKE 'wait/lock/%'
                OR w.event_name LIKE 'wait/io/lock/%' THEN 'lock'
            WHEN t.processlist_command = 'Sleep' THEN 'client'
            WHEN t.processlist_state LIKE 'Waiting for semi-sync ACK%' THEN 'copy'
            WHEN t.processlist_state = 'User sleep' THEN 'other'
            WHEN w.event_name LIKE '%redo%' OR w.event_name LIKE '%innodb_log%' OR w.event_name LIKE '%binlog%'
                OR w.event_name LIKE '%/log_%' OR t.processlist_state IN ('starting', 'Commit') AND s.sql_text LIKE 'commit%'
                OR t.processlist_state LIKE 'waiting for handler commit%' THEN 'log'
            WHEN w.event_name LIKE 'wait/io/file/%' THEN 'disk'
            WHEN w.event_name LIKE 'wait/io/socket/%' THEN 'client'
            WHEN w.event_name LIKE 'wait/synch/%' THEN 'latch'
            ELSE 'processor' END AS wait_class,
       CASE WHEN v.trx_id IS NOT NULL THEN 'row lock'
            ELSE coalesce(w.event_name, t.processlist_state, '') END AS wait_event,
       left(coalesce(s.sql_text, t.processlist_info, ''), 300) AS statement, 1 AS sessions
    FROM performance_schema.threads t
    LEFT JOIN performance_schema.events_statements_current s ON s.thread_id = t.thread_id AND s.nesting_event_id IS NULL
    LEFT JOIN performance_schema.events_waits_current w ON w.thread_id = t.thread_id AND w.end_event_id IS NULL
        AND w.event_name NOT LIKE 'idle%' AND w.event_name NOT LIKE 'wait/io/table/%'
    LEFT JOIN information_schema.innodb_trx x ON x.trx_mysql_thread_id = t.processlist_id
    LEFT JOIN information_schema.innodb_trx v ON v.trx_mysql_thread_id = t.processlist_id AND v.trx_state = 'LOCK WAIT'
        AND left(v.trx_query, 1000) = left(t.processlist_info, 1000)
    WHERE t.processlist_db = database() AND t.processlist_user = substring_index(current_user(), '@', 1)
        AND t.processlist_id <> connection_id()
        AND (t.processlist_command <> 'Sleep' OR x.trx_id IS NOT NULL);

SELECT CASE WHEN v.trx_id IS NOT NULL OR p.state = 'User lock' THEN 'lock' WHEN p.command = 'Sleep' THEN 'client'
            WHEN p.state = 'User sleep' THEN 'other'
            WHEN p.state LIKE 'Waiting for semi-sync ACK%' THEN 'copy'
            WHEN p.state LIKE '%commit%' OR p.info LIKE 'commit%' THEN 'log' ELSE 'processor' END AS wait_class,
       CASE WHEN v.trx_id IS NOT NULL THEN 'row lock' ELSE coalesce(p.state, '') END AS wait_event,
       left(coalesce(p.info, ''), 300) AS statement, 1 AS sessions
    FROM information_schema.processlist p
    LEFT JOIN information_schema.innodb_trx x ON x.trx_mysql_thread_id = p.id
    LEFT JOIN information_schema.innodb_trx v ON v.trx_mysql_thread_id = p.id AND v.trx_state = 'LOCK WAIT'
        AND left(v.trx_query, 1000) = left(p.info, 1000)
    WHERE p.db = database() AND p.user = substring_index(current_user(), '@', 1) AND p.id <> connection_id()
        AND (p.command <> 'Sleep' OR x.trx_id IS NOT NULL);
