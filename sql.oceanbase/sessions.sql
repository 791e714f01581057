-- What the sessions of a run do at this moment; see sql.mysql. There are no performance_schema waits and no innodb_trx: only that a session
-- works is seen. Never tried.
SELECT CASE WHEN info LIKE 'commit%' THEN 'log' ELSE 'processor' END AS wait_class, '' AS wait_event,
       left(coalesce(info, ''), 300) AS statement, 1 AS sessions
    FROM information_schema.processlist
    WHERE db = database() AND user = substring_index(current_user(), '@', 1) AND id <> connection_id() AND command <> 'Sleep';
