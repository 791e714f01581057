-- What the sessions of a run do at this moment, as the manual describes v$sessions and v$trxwait; never tried on a DM server. See
-- sql.postgres for session and blocker.
SELECT CASE WHEN s.user_name <> user THEN 'stranger' WHEN w.id IS NOT NULL THEN 'lock' WHEN s.state <> 'ACTIVE' THEN 'client'
            ELSE 'processor' END AS "wait_class", ' ' AS "wait_event",
       substr(s.sql_text, 1, 300) AS "statement", 1 AS "sessions",
       s.sess_id AS "session", h.sess_id AS "blocker"
    FROM v$sessions s
    LEFT JOIN (SELECT id, min(wait_for_id) AS wait_for_id
            FROM v$trxwait
            GROUP BY id) w ON w.id = s.trx_id
    LEFT JOIN v$sessions h ON h.trx_id = w.wait_for_id
    WHERE s.sess_id <> sessid()
        AND (s.state = 'ACTIVE' AND s.user_name = user OR s.trx_id IN (SELECT wait_for_id FROM v$trxwait));
