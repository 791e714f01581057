-- What the sessions of a run do at this moment, asked ten times a second; see sql.mysql. performance_schema is off unless the server is told
-- otherwise; then the states of the list of sessions tell locks, commits and idle transactions apart. With performance_schema=ON and
-- performance_schema_consumer_events_waits_current=ON a wait counts while it lasts (END_EVENT_ID IS NULL). The server keeps what innodb_trx
-- shows until nobody has asked for a tenth of a second: a wait for a row counts while the session is still at the statement that waited.
SELECT CASE WHEN NOT (p.db <=> database() AND p.user = substring_index(current_user(), '@', 1)) THEN 'stranger'
            WHEN v.trx_id IS NOT NULL OR p.state LIKE 'Waiting for %lock' OR p.state = 'User lock'
                OR w.event_name LIKE 'wait/lock/%' OR w.event_name LIKE 'wait/io/lock/%' THEN 'lock'
            WHEN p.command = 'Sleep' THEN 'client'
            WHEN p.state LIKE 'Waiting for semi-sync ACK%' THEN 'copy'
            WHEN p.state = 'User sleep' THEN 'other'
            WHEN w.event_name LIKE '%redo%' OR w.event_name LIKE '%innodb_log%' OR w.event_name LIKE '%binlog%'
                OR w.event_name LIKE '%/log_%' OR p.state LIKE '%commit%' OR p.info LIKE 'commit%' THEN 'log'
            WHEN w.event_name LIKE 'wait/io/file/%' THEN 'disk'
            WHEN w.event_name LIKE 'wait/io/socket/%' THEN 'client'
            WHEN w.event_name LIKE 'wait/synch/%' THEN 'latch'
            ELSE 'processor' END AS wait_class,
       CASE WHEN v.trx_id IS NOT NULL THEN 'row lock' WHEN p.state LIKE 'Waiting for semi-sync ACK%' THEN p.state
            ELSE coalesce(w.event_name, p.state, '') END AS wait_event,
       left(coalesce(p.info, ''), 300) AS statement, 1 AS sessions,
       p.id AS session, b.blocker
    FROM information_schema.processlist p
    LEFT JOIN performance_schema.threads t ON t.processlist_id = p.id
    LEFT JOIN performance_schema.events_waits_current w ON w.thread_id = t.thread_id AND w.end_event_id IS NULL
        AND w.event_name NOT LIKE 'idle%' AND w.event_name NOT LIKE 'wait/io/table/%'
    LEFT JOIN information_schema.innodb_trx x ON x.trx_mysql_thread_id = p.id
    LEFT JOIN information_schema.innodb_trx v ON v.trx_mysql_thread_id = p.id AND v.trx_state = 'LOCK WAIT'
        AND left(v.trx_query, 1000) = left(p.info, 1000)
    LEFT JOIN (SELECT l.requesting_trx_id, min(o.trx_mysql_thread_id) AS blocker
            FROM information_schema.innodb_lock_waits l
            JOIN information_schema.innodb_trx o ON o.trx_id = l.blocking_trx_id
            GROUP BY l.requesting_trx_id) b ON b.requesting_trx_id = v.trx_id
    WHERE p.id <> connection_id() AND (p.command <> 'Sleep' OR x.trx_id IS NOT NULL)
        AND (p.db = database() AND p.user = substring_index(current_user(), '@', 1)
            OR x.trx_id IN (SELECT blocking_trx_id FROM information_schema.innodb_lock_waits))
UNION ALL
SELECT 'self', '', '', 1, connection_id(), NULL;

-- Without the right to read performance_schema.
SELECT CASE WHEN NOT (p.db <=> database() AND p.user = substring_index(current_user(), '@', 1)) THEN 'stranger'
            WHEN v.trx_id IS NOT NULL OR p.state LIKE 'Waiting for %lock' OR p.state = 'User lock' THEN 'lock'
            WHEN p.command = 'Sleep' THEN 'client'
            WHEN p.state LIKE 'Waiting for semi-sync ACK%' THEN 'copy'
            WHEN p.state = 'User sleep' THEN 'other'
            WHEN p.state LIKE '%commit%' OR p.state LIKE '%log%' OR p.info LIKE 'commit%' THEN 'log'
            ELSE 'processor' END AS wait_class,
       CASE WHEN v.trx_id IS NOT NULL THEN 'row lock' ELSE coalesce(p.state, '') END AS wait_event,
       left(coalesce(p.info, ''), 300) AS statement, 1 AS sessions,
       p.id AS session, b.blocker
    FROM information_schema.processlist p
    LEFT JOIN information_schema.innodb_trx x ON x.trx_mysql_thread_id = p.id
    LEFT JOIN information_schema.innodb_trx v ON v.trx_mysql_thread_id = p.id AND v.trx_state = 'LOCK WAIT'
        AND left(v.trx_query, 1000) = left(p.info, 1000)
    LEFT JOIN (SELECT l.requesting_trx_id, min(o.trx_mysql_thread_id) AS blocker
            FROM information_schema.innodb_lock_waits l
            JOIN information_schema.innodb_trx o ON o.trx_id = l.blocking_trx_id
            GROUP BY l.requesting_trx_id) b ON b.requesting_trx_id = v.trx_id
    WHERE p.id <> connection_id() AND (p.command <> 'Sleep' OR x.trx_id IS NOT NULL)
        AND (p.db = database() AND p.user = substring_index(current_user(), '@', 1)
            OR x.trx_id IN (SELECT blocking_trx_id FROM information_schema.innodb_lock_waits))
UNION ALL
SELECT 'self', '', '', 1, connection_id(), NULL;

-- Without the right PROCESS innodb_trx is refused: then nobody knows whether a statement works or waits for a lock.
SELECT CASE WHEN command = 'Sleep' THEN 'client' WHEN state LIKE 'Waiting for semi-sync ACK%' THEN 'copy'
            WHEN state LIKE '%commit%' OR info LIKE 'commit%' THEN 'log'
            ELSE 'other' END AS wait_class,
       CASE WHEN command = 'Sleep' OR state LIKE '%commit%' OR info LIKE 'commit%' OR state LIKE 'Waiting for semi-sync ACK%'
                THEN coalesce(state, '')
            ELSE 'not told: grant process on *.* to this user' END AS wait_event, left(coalesce(info, ''), 300) AS statement, 1 AS sessions
    FROM information_schema.processlist
    WHERE db = database() AND user = substring_index(current_user(), '@', 1) AND id <> connection_id() AND command <> 'Sleep';
