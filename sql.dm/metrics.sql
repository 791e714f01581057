-- Figures of DM, as its manual describes the views; they were never tried on a DM server.

-- chart: sessions by state
-- kind: gauge
-- unit: sessions
SELECT state AS "series", count(*) AS "value"
    FROM v$sessions
    WHERE sess_id <> sessid()
    GROUP BY state;

-- chart: buffer pool hits
-- kind: gauge
-- unit: %
-- optional
SELECT name AS "series", max(rat_hit) * 100 AS "value"
    FROM v$bufferpool
    GROUP BY name;

-- chart: time waited
-- kind: rate
-- unit: 1/s
-- optional
SELECT event AS "series", total_waits AS "value"
    FROM v$system_event
    WHERE wait_class <> 'Idle';

-- settings
SELECT para_name AS "name", para_value AS "value", default_value AS "default_value", ' ' AS "unit"
    FROM v$dm_ini
    WHERE para_value <> default_value
    ORDER BY para_name;

-- What is asked once, before a run. An instance has one database.
-- fact: sessions
SELECT user_name AS "user_name", ' ' AS "database_name", count(*) AS "active", ' ' AS "unseen"
    FROM v$sessions
    WHERE state = 'ACTIVE' AND sess_id <> sessid()
    GROUP BY user_name;

-- fact: activity
SELECT ' ' AS "database_name", stat_val AS "counted", 'transactions' AS "unit"
    FROM v$sysstat
    WHERE name = 'transaction total count';

-- fact: connections
SELECT para_value AS "allowed", (SELECT count(*) FROM v$sessions) AS "used", para_name AS "name"
    FROM v$dm_ini
    WHERE para_name = 'MAX_SESSIONS';

-- fact: data directory
SELECT max(path) AS "path"
    FROM v$datafile
    WHERE path LIKE '%MAIN%';

-- fact: data directory
SELECT max(path) AS "path"
    FROM v$datafile;

-- fact: log directory
SELECT max(path) AS "path"
    FROM v$rlogfile;

-- BUFFER is in megabytes.
-- fact: cache
SELECT para_name AS "name", para_value AS "megabytes"
    FROM v$dm_ini
    WHERE para_name = 'BUFFER';

-- fact: weak
SELECT para_name AS "name", para_value AS "value", 'the server logs statements' AS "why"
    FROM v$dm_ini
    WHERE para_name = 'SVR_LOG' AND para_value <> '0'
UNION ALL
SELECT para_name, para_value, 'no log is kept: a broken disk loses all since the last backup, and writing it costs a run nothing'
    FROM v$dm_ini
    WHERE para_name = 'ARCH_INI' AND para_value = '0'
UNION ALL
SELECT 'redo log', CAST(min(rlog_size) / 1048576 AS VARCHAR(20)) || ' MB a file',
       'checkpoints follow each other quickly; some GB suit a run'
    FROM v$rlogfile
    HAVING min(rlog_size) < 1073741824;
