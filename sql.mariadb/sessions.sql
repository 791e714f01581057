-- What the sessions of a run do at this moment, asked ten times a second; see sql.mysql. performance_schema is off unless the server is told
-- otherwise, so the list of sessions is asked, whose states tell locks, commits and idle transactions apart.
SELECT CASE WHEN x.trx_state = 'LOCK WAIT' THEN 'lock' WHEN p.command = 'Sleep' THEN 'client'
            WHEN p.state LIKE '%commit%' OR p.state LIKE '%log%' OR p.info LIKE 'commit%' THEN 'log'
            ELSE 'processor' END AS wait_class,
       CASE WHEN x.trx_state = 'LOCK WAIT' THEN 'row lock' ELSE coalesce(p.state, '') END AS wait_event,
       left(coalesce(p.info, ''), 300) AS statement, 1 AS sessions
    FROM information_schema.processlist p
    LEFT JOIN information_schema.innodb_trx x ON x.trx_mysql_thread_id = p.id
    WHERE p.db = database() AND p.user = substring_index(current_user(), '@', 1) AND p.id <> connection_id()
        AND (p.command <> 'Sleep' OR x.trx_id IS NOT NULL);

-- Without the right PROCESS innodb_trx is refused: then locks are not told apart.
SELECT CASE WHEN command = 'Sleep' THEN 'client' WHEN state LIKE '%commit%' OR info LIKE 'commit%' THEN 'log'
            ELSE 'processor' END AS wait_class,
       coalesce(state, '') AS wait_event, left(coalesce(info, ''), 300) AS statement, 1 AS sessions
    FROM information_schema.processlist
    WHERE db = database() AND user = substring_index(current_user(), '@', 1) AND id <> connection_id() AND command <> 'Sleep';
