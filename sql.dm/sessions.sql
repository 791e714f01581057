-- What the sessions of a run do at this moment, as the manual describes v$sessions and v$trxwait; never tried on a DM server.
SELECT CASE WHEN w.id IS NOT NULL THEN 'lock' ELSE 'processor' END AS "wait_class", ' ' AS "wait_event",
       substr(s.sql_text, 1, 300) AS "statement", 1 AS "sessions"
    FROM v$sessions s
    LEFT JOIN v$trxwait w ON w.id = s.trx_id
    WHERE s.state = 'ACTIVE' AND s.user_name = user AND s.sess_id <> sessid();
