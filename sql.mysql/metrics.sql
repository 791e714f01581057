-- Figures of MySQL and MariaDB. Queries of one chart are alternatives: MariaDB and MySQL 5.6 keep the status in
-- information_schema, later ones of MySQL in performance_schema, which MariaDB has as well, but empty.

-- chart: sessions
-- kind: gauge
-- unit: sessions
SELECT lower(variable_name) AS series, variable_value AS value
    FROM information_schema.global_status
    WHERE variable_name IN ('Threads_running');

-- chart: sessions
-- kind: gauge
-- unit: sessions
SELECT lower(variable_name) AS series, variable_value AS value
    FROM performance_schema.global_status
    WHERE variable_name IN ('Threads_running');

-- chart: statements
-- kind: rate
-- unit: 1/s
SELECT lower(variable_name) AS series, variable_value AS value
    FROM information_schema.global_status
    WHERE variable_name IN ('Com_commit', 'Com_rollback', 'Com_select', 'Com_insert', 'Com_update', 'Com_delete');

-- chart: statements
-- kind: rate
-- unit: 1/s
SELECT lower(variable_name) AS series, variable_value AS value
    FROM performance_schema.global_status
    WHERE variable_name IN ('Com_commit', 'Com_rollback', 'Com_select', 'Com_insert', 'Com_update', 'Com_delete');

-- chart: cache hits
-- kind: share
-- unit: %
SELECT sum(CASE WHEN variable_name = 'Innodb_buffer_pool_read_requests' THEN variable_value ELSE -variable_value END) AS hits,
       sum(CASE WHEN variable_name = 'Innodb_buffer_pool_reads' THEN variable_value ELSE 0 END) AS misses
    FROM information_schema.global_status
    WHERE variable_name IN ('Innodb_buffer_pool_read_requests', 'Innodb_buffer_pool_reads');

-- chart: cache hits
-- kind: share
-- unit: %
SELECT sum(CASE WHEN variable_name = 'Innodb_buffer_pool_read_requests' THEN variable_value ELSE -variable_value END) AS hits,
       sum(CASE WHEN variable_name = 'Innodb_buffer_pool_reads' THEN variable_value ELSE 0 END) AS misses
    FROM performance_schema.global_status
    WHERE variable_name IN ('Innodb_buffer_pool_read_requests', 'Innodb_buffer_pool_reads');

-- chart: blocks
-- kind: rate
-- unit: pages/s
SELECT variable_value AS touched
    FROM information_schema.global_status
    WHERE variable_name = 'Innodb_buffer_pool_read_requests';

-- chart: blocks
-- kind: rate
-- unit: pages/s
SELECT variable_value AS touched
    FROM performance_schema.global_status
    WHERE variable_name = 'Innodb_buffer_pool_read_requests';

-- chart: round trips
-- kind: rate
-- unit: 1/s
SELECT variable_value AS statements
    FROM information_schema.global_status
    WHERE variable_name = 'Questions';

-- chart: round trips
-- kind: rate
-- unit: 1/s
SELECT variable_value AS statements
    FROM performance_schema.global_status
    WHERE variable_name = 'Questions';

-- chart: rows
-- kind: rate
-- unit: rows/s
SELECT lower(variable_name) AS series, variable_value AS value
    FROM information_schema.global_status
    WHERE variable_name IN ('Innodb_rows_read', 'Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted');

-- chart: rows
-- kind: rate
-- unit: rows/s
SELECT lower(variable_name) AS series, variable_value AS value
    FROM performance_schema.global_status
    WHERE variable_name IN ('Innodb_rows_read', 'Innodb_rows_inserted', 'Innodb_rows_updated', 'Innodb_rows_deleted');

-- chart: log written
-- kind: rate
-- unit: kB/s
SELECT variable_value / 1024 AS redo
    FROM information_schema.global_status
    WHERE variable_name = 'Innodb_os_log_written';

-- chart: log written
-- kind: rate
-- unit: kB/s
SELECT variable_value / 1024 AS redo
    FROM performance_schema.global_status
    WHERE variable_name = 'Innodb_os_log_written';

-- chart: flushes to disk
-- kind: rate
-- unit: 1/s
SELECT lower(variable_name) AS series, variable_value AS value
    FROM information_schema.global_status
    WHERE variable_name IN ('Innodb_data_fsyncs', 'Innodb_os_log_fsyncs');

-- chart: flushes to disk
-- kind: rate
-- unit: 1/s
SELECT lower(variable_name) AS series, variable_value AS value
    FROM performance_schema.global_status
    WHERE variable_name IN ('Innodb_data_fsyncs', 'Innodb_os_log_fsyncs');

-- From this a run knows that the server was started or is another one: it is no chart.
-- chart: uptime
-- kind: gauge
-- unit: s
-- optional
SELECT variable_value AS server
    FROM information_schema.global_status
    WHERE variable_name = 'Uptime';

-- chart: uptime
-- kind: gauge
-- unit: s
-- optional
SELECT variable_value AS server
    FROM performance_schema.global_status
    WHERE variable_name = 'Uptime';

-- chart: dirty pages
-- kind: gauge
-- unit: pages
SELECT lower(variable_name) AS series, variable_value AS value
    FROM information_schema.global_status
    WHERE variable_name IN ('Innodb_buffer_pool_pages_dirty');

-- chart: dirty pages
-- kind: gauge
-- unit: pages
SELECT lower(variable_name) AS series, variable_value AS value
    FROM performance_schema.global_status
    WHERE variable_name IN ('Innodb_buffer_pool_pages_dirty');

-- chart: row locks
-- kind: delta
-- unit: waits
SELECT lower(variable_name) AS series, variable_value AS value
    FROM information_schema.global_status
    WHERE variable_name IN ('Innodb_row_lock_waits', 'Innodb_deadlocks');

-- chart: row locks
-- kind: delta
-- unit: waits
SELECT lower(variable_name) AS series, variable_value AS value
    FROM performance_schema.global_status
    WHERE variable_name IN ('Innodb_row_lock_waits', 'Innodb_deadlocks');

-- chart: row locks waited for
-- kind: gauge
-- unit: locks
SELECT lower(variable_name) AS series, variable_value AS value
    FROM information_schema.global_status
    WHERE variable_name IN ('Innodb_row_lock_current_waits');

-- chart: row locks waited for
-- kind: gauge
-- unit: locks
SELECT lower(variable_name) AS series, variable_value AS value
    FROM performance_schema.global_status
    WHERE variable_name IN ('Innodb_row_lock_current_waits');

-- chart: sessions by state
-- kind: gauge
-- unit: sessions
SELECT coalesce(nullif(state, ''), command) AS series, count(*) AS value
    FROM information_schema.processlist
    WHERE id <> connection_id() AND command <> 'Sleep' AND db = database()
    GROUP BY 1;

-- What is asked of a copy each second: the column Seconds_Behind_Source, or Seconds_Behind_Master in older servers and MariaDB.
-- fact: copy
SHOW REPLICA STATUS;

-- fact: copy
SHOW SLAVE STATUS;

-- settings
-- MariaDB knows each variable's default. Unsafe are those with which a crash may lose what was committed: sync_binlog only beside a
-- binary log, which decides at a restart what was committed.
SELECT name, value, default_value, '' AS unit, unsafe FROM (
    SELECT lower(variable_name) AS name, left(global_value, 200) AS value, left(default_value, 200) AS default_value,
           global_value <> default_value AND global_value_origin <> 'COMPILE-TIME' AS is_set,
           CASE WHEN concat(lower(variable_name), '=', lower(global_value)) IN ('innodb_flush_log_at_trx_commit=0',
                     'innodb_flush_log_at_trx_commit=2', 'innodb_doublewrite=off', 'innodb_flush_method=nosync')
                 OR lower(variable_name) = 'sync_binlog' AND global_value <> '1' AND @@log_bin = 1
            THEN 'yes' ELSE '' END AS unsafe
        FROM information_schema.system_variables) AS variables
    WHERE is_set OR unsafe = 'yes'
    ORDER BY 1;

-- settings
-- MySQL 8 and later say which ones were set, but not the default.
SELECT name, value, '' AS default_value, '' AS unit, unsafe FROM (
    SELECT i.variable_name AS name, left(g.variable_value, 200) AS value, i.variable_source <> 'COMPILED' AS is_set,
           CASE WHEN concat(lower(g.variable_name), '=', lower(g.variable_value)) IN ('innodb_flush_log_at_trx_commit=0',
                     'innodb_flush_log_at_trx_commit=2', 'innodb_doublewrite=off', 'innodb_flush_method=nosync')
                 OR lower(g.variable_name) = 'sync_binlog' AND g.variable_value <> '1' AND @@log_bin = 1
            THEN 'yes' ELSE '' END AS unsafe
        FROM performance_schema.variables_info i
        JOIN performance_schema.global_variables g ON g.variable_name = i.variable_name) AS variables
    WHERE is_set OR unsafe = 'yes'
    ORDER BY 1;

-- settings
-- Older ones do not say: the variables that decide most.
SELECT lower(variable_name) AS name, variable_value AS value, '' AS default_value, '' AS unit,
       CASE WHEN concat(lower(variable_name), '=', lower(variable_value)) IN ('innodb_flush_log_at_trx_commit=0',
                 'innodb_flush_log_at_trx_commit=2', 'innodb_doublewrite=off', 'innodb_flush_method=nosync')
             OR lower(variable_name) = 'sync_binlog' AND variable_value <> '1' AND @@log_bin = 1
        THEN 'yes' ELSE '' END AS unsafe
    FROM information_schema.global_variables
    WHERE variable_name IN ('innodb_buffer_pool_size', 'innodb_log_file_size', 'innodb_flush_log_at_trx_commit',
        'innodb_flush_method', 'innodb_doublewrite', 'innodb_io_capacity', 'innodb_thread_concurrency', 'sync_binlog', 'log_bin',
        'tx_isolation', 'max_connections')
    ORDER BY 1;

-- MariaDB counts none that are prepared on the server, as the program's are. The collector's own questions are left out.
-- statements
SELECT digest AS id, left(digest_text, 300) AS statement, count_star AS calls, sum_timer_wait / 1000000000 AS total_ms,
       sum_rows_sent + sum_rows_affected AS row_count
    FROM performance_schema.events_statements_summary_by_digest
    WHERE schema_name = database() AND digest_text NOT LIKE '%\_schema%'
    ORDER BY sum_timer_wait DESC
    LIMIT 200;

-- What is asked once, before a run. Of two queries the first is MariaDB's.
-- fact: connections
-- Of the server and of the user, the one with fewer left.
SELECT allowed, used, name
    FROM (SELECT @@max_connections AS allowed, variable_value + 0 AS used, 'max_connections' AS name
              FROM information_schema.global_status
              WHERE variable_name = 'Threads_connected'
          UNION ALL
          SELECT @@max_user_connections, count(*), 'max_user_connections'
              FROM information_schema.processlist
              WHERE user = substring_index(current_user(), '@', 1)
              HAVING @@max_user_connections > 0) AS limits
    ORDER BY allowed - used
    LIMIT 1;

-- fact: connections
SELECT @@max_connections AS allowed, variable_value AS used, 'max_connections' AS name
    FROM information_schema.global_status
    WHERE variable_name = 'Threads_connected';

-- fact: connections
SELECT @@max_connections AS allowed, variable_value AS used, 'max_connections' AS name
    FROM performance_schema.global_status
    WHERE variable_name = 'Threads_connected';

-- fact: tls
SELECT variable_value AS protocol
    FROM information_schema.session_status
    WHERE variable_name = 'Ssl_version';

-- fact: tls
SELECT variable_value AS protocol
    FROM performance_schema.session_status
    WHERE variable_name = 'Ssl_version';

-- fact: rights
-- Rights that come from a role are not listed.
SELECT concat('create tables in ', coalesce(database(), '(no database: name it in conn)')) AS what,
       CASE WHEN count(*) > 0 THEN 'yes' ELSE 'not granted directly' END AS granted
    FROM (SELECT privilege_type, grantee
              FROM information_schema.user_privileges
          UNION ALL
          SELECT privilege_type, grantee
              FROM information_schema.schema_privileges
              WHERE database() LIKE table_schema) AS granted
    WHERE privilege_type = 'CREATE' AND grantee = concat('''', replace(current_user(), '@', '''@'''), '''')
UNION ALL
SELECT 'change anything while read_only is on', 'not granted directly'
    FROM (SELECT count(*) AS rights
              FROM information_schema.user_privileges
              WHERE privilege_type IN ('SUPER', 'READ_ONLY ADMIN', 'READ ONLY ADMIN', 'CONNECTION_ADMIN')
                AND grantee = concat('''', replace(current_user(), '@', '''@'''), '''')) AS granted
    WHERE @@read_only AND rights = 0;

-- fact: data directory
SELECT @@datadir AS path;

-- From the data directory, unless it begins with a slash.
-- fact: log directory
SELECT CASE WHEN @@innodb_log_group_home_dir LIKE '/%' THEN @@innodb_log_group_home_dir
            ELSE concat(@@datadir, @@innodb_log_group_home_dir) END AS path;

-- fact: cache
SELECT 'innodb_buffer_pool_size' AS name, floor(@@innodb_buffer_pool_size / 1048576) AS megabytes;

-- Of all databases of the server. Without the right PROCESS a user sees its own sessions only. The first is TiDB's, of all its servers.
-- fact: sessions
SELECT user AS user_name, coalesce(db, '') AS database_name, count(*) AS active, '' AS unseen
    FROM information_schema.cluster_processlist
    WHERE command NOT IN ('Sleep', 'Daemon', 'Binlog Dump', 'Binlog Dump GTID') AND id <> connection_id()
    GROUP BY 1, 2
UNION ALL
SELECT '', '', 0, concat('sessions of other users, which ', current_user(), ' is not shown (GRANT PROCESS ON *.* TO it)')
    FROM (SELECT 1 AS one) AS one
    WHERE NOT EXISTS (SELECT 1 FROM information_schema.user_privileges
                          WHERE privilege_type = 'PROCESS' AND grantee = concat('''', replace(current_user(), '@', '''@'''), ''''));

-- fact: sessions
SELECT user AS user_name, coalesce(db, '') AS database_name, count(*) AS active, '' AS unseen
    FROM information_schema.processlist
    WHERE command NOT IN ('Sleep', 'Daemon', 'Binlog Dump', 'Binlog Dump GTID') AND id <> connection_id()
    GROUP BY 1, 2
UNION ALL
SELECT '', '', 0, concat('sessions of other users, which ', current_user(), ' is not shown (GRANT PROCESS ON *.* TO it)')
    FROM information_schema.global_status
    WHERE variable_name = 'Threads_connected'
        AND variable_value > (SELECT count(*) FROM information_schema.processlist WHERE command <> 'Daemon')
        AND NOT EXISTS (SELECT 1 FROM information_schema.user_privileges
                            WHERE privilege_type = 'PROCESS' AND grantee = concat('''', replace(current_user(), '@', '''@'''), ''''));

-- fact: sessions
SELECT user AS user_name, coalesce(db, '') AS database_name, count(*) AS active, '' AS unseen
    FROM information_schema.processlist
    WHERE command NOT IN ('Sleep', 'Daemon', 'Binlog Dump', 'Binlog Dump GTID') AND id <> connection_id()
    GROUP BY 1, 2
UNION ALL
SELECT '', '', 0, concat('sessions of other users, which ', current_user(), ' is not shown (GRANT PROCESS ON *.* TO it)')
    FROM performance_schema.global_status
    WHERE variable_name = 'Threads_connected'
        AND variable_value > (SELECT count(*) FROM information_schema.processlist WHERE command <> 'Daemon')
        AND NOT EXISTS (SELECT 1 FROM information_schema.user_privileges
                            WHERE privilege_type = 'PROCESS' AND grantee = concat('''', replace(current_user(), '@', '''@'''), ''''));

-- Of the whole server, without what this session sent.
-- fact: activity
SELECT '' AS database_name, g.variable_value - s.variable_value AS counted, 'statements' AS unit
    FROM information_schema.global_status g
    JOIN information_schema.session_status s ON s.variable_name = g.variable_name
    WHERE g.variable_name = 'Questions';

-- fact: activity
SELECT '' AS database_name, g.variable_value - s.variable_value AS counted, 'statements' AS unit
    FROM performance_schema.global_status g
    JOIN performance_schema.session_status s ON s.variable_name = g.variable_name
    WHERE g.variable_name = 'Questions';

-- fact: weak
SELECT 'general_log' AS name, 'ON' AS value, 'the server logs each statement' AS why
    FROM (SELECT 1 AS one) AS one
    WHERE @@general_log = 1
UNION ALL
SELECT 'local_infile', 'OFF', 'rows are loaded by batches, several times slower than by LOAD DATA LOCAL'
    FROM (SELECT 1 AS one) AS one
    WHERE @@local_infile = 0
UNION ALL
SELECT 'right PROCESS', 'not granted directly',
       'without it nobody knows whether sessions work or wait for locks: grant process on *.* to this user'
    FROM (SELECT 1 AS one) AS one
    WHERE version() LIKE '%MariaDB%'
        AND NOT EXISTS (SELECT 1 FROM information_schema.user_privileges
            WHERE privilege_type = 'PROCESS' AND grantee = concat('''', replace(current_user(), '@', '''@'''), ''''));
