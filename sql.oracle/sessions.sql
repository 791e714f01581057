-- What the sessions of a run do at this moment, as the reference describes v$session; never tried on an Oracle server. Needs
-- SELECT_CATALOG_ROLE. See sql.postgres for session and blocker. It is the first blocker: the final one of v$session may be a process of the
-- server, such as that which writes the log.
SELECT CASE WHEN s.username <> user THEN 'stranger'
            WHEN s.state <> 'WAITING' THEN 'processor'
            WHEN s.wait_class = 'Commit' OR s.event LIKE 'log %' THEN 'log'
            WHEN s.wait_class = 'Application' OR s.event LIKE 'enq: TX%' THEN 'lock'
            WHEN s.wait_class IN ('User I/O', 'System I/O') THEN 'disk'
            WHEN s.wait_class = 'Concurrency' THEN 'latch'
            WHEN s.wait_class IN ('Idle', 'Network') THEN 'client'
            ELSE 'other' END AS "wait_class",
       CASE WHEN s.state = 'WAITING' THEN s.event ELSE ' ' END AS "wait_event", substr(q.sql_text, 1, 300) AS "statement",
       1 AS "sessions", s.sid AS "session", CASE WHEN s.event LIKE 'enq: T%' THEN s.blocking_session END AS "blocker"
    FROM v$session s
    LEFT JOIN v$sql q ON q.sql_id = s.sql_id AND q.child_number = s.sql_child_number
    WHERE s.type = 'USER' AND s.sid <> sys_context('USERENV', 'SID')
        AND (s.username = user AND (s.status = 'ACTIVE' OR s.taddr IS NOT NULL)
            OR s.sid IN (SELECT w.blocking_session FROM v$session w WHERE w.username = user AND w.event LIKE 'enq: T%'));
