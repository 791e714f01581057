-- Figures of Oracle; the user needs SELECT_CATALOG_ROLE; without it the report leaves these charts out.

-- chart: sessions by wait
-- kind: gauge
-- unit: sessions
SELECT CASE WHEN state = 'WAITING' THEN wait_class ELSE 'CPU' END AS "series", count(*) AS "value"
    FROM v$session
    WHERE type = 'USER' AND status = 'ACTIVE' AND sid <> sys_context('USERENV', 'SID')
    GROUP BY CASE WHEN state = 'WAITING' THEN wait_class ELSE 'CPU' END;

-- chart: transactions
-- kind: rate
-- unit: 1/s
SELECT name AS "series", value AS "value"
    FROM v$sysstat
    WHERE name IN ('user commits', 'user rollbacks');

-- chart: cache hits
-- kind: share
-- unit: %
SELECT sum(CASE WHEN name = 'session logical reads' THEN value ELSE -value END) AS "hits",
       sum(CASE WHEN name = 'physical reads' THEN value ELSE 0 END) AS "reads"
    FROM v$sysstat
    WHERE name IN ('session logical reads', 'physical reads');

-- chart: physical reads and writes
-- kind: rate
-- unit: blocks/s
SELECT name AS "series", value AS "value"
    FROM v$sysstat
    WHERE name IN ('physical reads', 'physical writes');

-- chart: blocks
-- kind: rate
-- unit: blocks/s
SELECT value AS "touched"
    FROM v$sysstat
    WHERE name = 'session logical reads';

-- chart: round trips
-- kind: rate
-- unit: 1/s
SELECT value AS "messages"
    FROM v$sysstat
    WHERE name = 'SQL*Net roundtrips to/from client';

-- chart: log written
-- kind: rate
-- unit: kB/s
SELECT value / 1024 AS "redo"
    FROM v$sysstat
    WHERE name = 'redo size';

-- Each instance has a current log: a switch adds one to its number.
-- chart: log switches
-- kind: delta
-- unit: switches
-- optional
SELECT sum(sequence#) AS "redo"
    FROM v$log
    WHERE status = 'CURRENT';

-- From this a run knows that the server was started or is another one: it is no chart.
-- chart: uptime
-- kind: gauge
-- unit: s
-- optional
SELECT (sysdate - startup_time) * 86400 AS "server"
    FROM v$instance;

-- chart: time waited
-- kind: rate
-- unit: cs/s
SELECT wait_class AS "series", time_waited AS "value"
    FROM v$system_wait_class
    WHERE wait_class <> 'Idle';

-- settings
-- Unsafe are those with which a crash may lose what was committed; commit_logging = BATCH alone still waits for the log.
SELECT name AS "name", value AS "value", ' ' AS "default_value", ' ' AS "unit",
       CASE WHEN lower(name) = 'commit_wait' AND upper(value) = 'NOWAIT'
                 OR lower(name) = 'commit_write' AND upper(value) LIKE '%NOWAIT%'
                 OR lower(name) = '_disable_logging' AND upper(value) = 'TRUE'
            THEN 'yes' ELSE ' ' END AS "unsafe"
    FROM v$parameter
    WHERE isdefault = 'FALSE'
    ORDER BY name;

-- statements
SELECT * FROM (
    SELECT sql_id AS "id", substr(sql_text, 1, 300) AS "statement", executions AS "calls", elapsed_time / 1000 AS "total_ms",
           rows_processed AS "row_count"
        FROM v$sql
        WHERE parsing_schema_name = sys_context('USERENV', 'CURRENT_SCHEMA')
        ORDER BY elapsed_time DESC)
    WHERE rownum <= 200;

-- What is asked once, before a run.
-- fact: sessions
-- Of all instances. A pluggable database does not see the others. The second query is for servers that have none.
SELECT nvl(username, 'the server') AS "user_name", ' ' AS "database_name", count(*) AS "active", ' ' AS "unseen"
    FROM gv$session
    WHERE type = 'USER' AND status = 'ACTIVE'
        AND NOT (sid = sys_context('USERENV', 'SID') AND inst_id = sys_context('USERENV', 'INSTANCE'))
    GROUP BY nvl(username, 'the server')
UNION ALL
SELECT ' ', ' ', 0, 'the sessions of other pluggable databases'
    FROM dual
    WHERE to_number(sys_context('USERENV', 'CON_ID')) > 1;

-- fact: sessions
SELECT nvl(username, 'the server') AS "user_name", ' ' AS "database_name", count(*) AS "active", ' ' AS "unseen"
    FROM gv$session
    WHERE type = 'USER' AND status = 'ACTIVE'
        AND NOT (sid = sys_context('USERENV', 'SID') AND inst_id = sys_context('USERENV', 'INSTANCE'))
    GROUP BY nvl(username, 'the server');

-- fact: activity
SELECT ' ' AS "database_name", sum(value) AS "counted", 'transactions' AS "unit"
    FROM gv$sysstat
    WHERE name IN ('user commits', 'user rollbacks');
