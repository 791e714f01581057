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

-- fact: connections
SELECT p.value AS "allowed", s.used AS "used", p.name AS "name"
    FROM v$parameter p
    CROSS JOIN (SELECT count(*) AS used FROM v$session) s
    WHERE p.name = 'sessions';

-- fact: tls
SELECT CASE WHEN sys_context('USERENV', 'NETWORK_PROTOCOL') = 'tcps' THEN 'TLS' ELSE ' ' END AS "protocol"
    FROM dual;

-- Without a quota the first row is refused, not the table.
-- fact: rights
SELECT 'create tables' AS "what", CASE WHEN count(*) > 0 THEN 'yes' ELSE 'no' END AS "granted"
    FROM session_privs
    WHERE privilege IN ('CREATE TABLE', 'CREATE ANY TABLE')
UNION ALL
SELECT 'fill the tablespace ' || u.default_tablespace,
       CASE WHEN EXISTS (SELECT 1 FROM session_privs WHERE privilege = 'UNLIMITED TABLESPACE')
                 OR EXISTS (SELECT 1 FROM user_ts_quotas q
                                WHERE q.tablespace_name = u.default_tablespace AND (q.max_bytes = -1 OR q.max_bytes > q.bytes))
            THEN 'yes' ELSE 'no quota is shown' END
    FROM user_users u;

-- The largest file; in ASM it is no path of the host.
-- fact: data directory
SELECT max(name) KEEP (DENSE_RANK LAST ORDER BY bytes) AS "path"
    FROM v$datafile;

-- fact: log directory
SELECT max(f.member) AS "path"
    FROM v$logfile f
    JOIN v$log l ON l.group# = f.group#
    WHERE l.status = 'CURRENT';

-- fact: cache
SELECT 'the buffer cache' AS "name", bytes / 1048576 AS "megabytes"
    FROM v$sgainfo
    WHERE name = 'Buffer Cache Size';

-- Database Reference and Database Performance Tuning Guide.
-- fact: weak
SELECT name AS "name", value AS "value", 'the server measures each step of each statement; TYPICAL' AS "why"
    FROM v$parameter
    WHERE name = 'statistics_level' AND upper(value) = 'ALL'
UNION ALL
SELECT name, value, 'the server writes down each statement'
    FROM v$parameter
    WHERE name = 'sql_trace' AND upper(value) = 'TRUE'
UNION ALL
SELECT name, value, 'files are read and written one request after the other; SETALL'
    FROM v$parameter
    WHERE name = 'filesystemio_options' AND lower(value) = 'none'
UNION ALL
SELECT name, value, 'automatic memory management takes no huge pages; set sga_target and pga_aggregate_target instead'
    FROM v$parameter
    WHERE name = 'memory_target' AND value <> '0'
UNION ALL
SELECT 'statistics', count(*) || ' tables have none', 'the optimizer guesses; bmsql prepare gathers them'
    FROM user_tables
    WHERE table_name LIKE 'BMSQL\_%' ESCAPE '\' AND last_analyzed IS NULL
    HAVING count(*) > 0
UNION ALL
SELECT 'log_mode', log_mode, 'no log is kept: a broken disk loses all since the last backup, and writing it costs a run nothing'
    FROM v$database
    WHERE log_mode = 'NOARCHIVELOG'
UNION ALL
SELECT lower(parameter), value, 'texts of most languages cannot be stored; AL32UTF8 when the database is created'
    FROM nls_database_parameters
    WHERE parameter = 'NLS_CHARACTERSET' AND value = 'US7ASCII'
UNION ALL
SELECT 'redo log', to_char(min(bytes) / 1048576) || ' MB a file', 'log switches follow each other quickly; some GB suit a run'
    FROM v$log
    HAVING min(bytes) < 1073741824;
