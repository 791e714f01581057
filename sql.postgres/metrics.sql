-- Figures of PostgreSQL. Queries of one chart are alternatives: newer servers first, then older ones.

-- chart: sessions by wait
-- kind: gauge
-- unit: sessions
SELECT coalesce(wait_event_type, 'running') AS series, count(*) AS value
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
    GROUP BY 1
    ORDER BY 1;

-- chart: sessions by wait
-- kind: gauge
-- unit: sessions
SELECT CASE WHEN waiting THEN 'Lock' ELSE 'running' END AS series, count(*) AS value
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'
    GROUP BY 1
    ORDER BY 1;

-- chart: transactions
-- kind: rate
-- unit: 1/s
SELECT xact_commit AS commits, xact_rollback AS rollbacks
    FROM pg_stat_database
    WHERE datname = current_database();

-- chart: cache hits
-- kind: share
-- unit: %
SELECT blks_hit AS hits, blks_read AS reads
    FROM pg_stat_database
    WHERE datname = current_database();

-- chart: blocks
-- kind: rate
-- unit: blocks/s
SELECT blks_hit + blks_read AS touched
    FROM pg_stat_database
    WHERE datname = current_database();

-- chart: rows
-- kind: rate
-- unit: rows/s
SELECT tup_fetched AS fetched, tup_inserted AS inserted, tup_updated AS updated, tup_deleted AS deleted
    FROM pg_stat_database
    WHERE datname = current_database();

-- chart: log written
-- kind: rate
-- unit: kB/s
SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1024 AS wal;

-- chart: log written
-- kind: rate
-- unit: kB/s
SELECT pg_xlog_location_diff(pg_current_xlog_location(), '0/0') / 1024 AS wal;

-- chart: full page images
-- kind: rate
-- unit: pages/s
-- optional
SELECT wal_fpi AS "full page images"
    FROM pg_stat_wal;

-- chart: checkpoints
-- kind: delta
-- unit: checkpoints
SELECT num_timed AS timed, num_requested AS requested
    FROM pg_stat_checkpointer;

-- chart: checkpoints
-- kind: delta
-- unit: checkpoints
SELECT checkpoints_timed AS timed, checkpoints_req AS requested
    FROM pg_stat_bgwriter;

-- From this and from the checkpoints a run knows what happened: this is no chart.
-- chart: uptime
-- kind: gauge
-- unit: s
-- optional
SELECT extract(epoch FROM clock_timestamp() - pg_postmaster_start_time()) AS server;

-- chart: buffers written
-- kind: rate
-- unit: buffers/s
SELECT (SELECT buffers_written FROM pg_stat_checkpointer) AS checkpointer, buffers_clean AS "background writer"
    FROM pg_stat_bgwriter;

-- chart: buffers written
-- kind: rate
-- unit: buffers/s
SELECT buffers_checkpoint AS checkpointer, buffers_clean AS "background writer", buffers_backend AS backends
    FROM pg_stat_bgwriter;

-- chart: locks waited for
-- kind: gauge
-- unit: locks
SELECT count(*) AS waiting
    FROM pg_locks
    WHERE NOT granted;

-- chart: deadlocks and temporary files
-- kind: delta
-- unit: count
SELECT deadlocks, temp_files AS "temporary files"
    FROM pg_stat_database
    WHERE datname = current_database();

-- chart: autovacuum workers
-- kind: gauge
-- unit: workers
-- optional
SELECT count(*) AS autovacuum
    FROM pg_stat_activity
    WHERE backend_type = 'autovacuum worker';

-- chart: replication lag
-- kind: gauge
-- unit: kB
-- optional
SELECT coalesce(nullif(application_name, ''), client_addr::text, 'standby') AS series,
       pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn) / 1024 AS value
    FROM pg_stat_replication
    ORDER BY 1;

-- The database's own view, beside that of a run with replicas; nothing while there is nothing to send.
-- chart: copies behind
-- kind: gauge
-- unit: ms
-- optional
SELECT coalesce(nullif(application_name, ''), client_addr::text, 'standby') || ' ' || stage AS series,
       max(extract(epoch FROM lag) * 1000) AS value
    FROM pg_stat_replication
    CROSS JOIN LATERAL (VALUES ('write', write_lag), ('flush', flush_lag), ('replay', replay_lag)) AS stages (stage, lag)
    WHERE lag IS NOT NULL
    GROUP BY 1
    ORDER BY 1;

-- settings
-- Those that were set for the server, and those with which a crash may lose what was committed, wherever they were set; tables without
-- a log, which a crash empties. Connection strings among them may hold passwords.
SELECT name, setting AS value, boot_val AS default_value, coalesce(unit, '') AS unit, unsafe
    FROM (SELECT s.*, CASE WHEN (name, setting) IN (('fsync', 'off'), ('synchronous_commit', 'off'), ('full_page_writes', 'off'),
                                     ('enable_fullsync', 'off'))
                           THEN 'yes' ELSE '' END AS unsafe
              FROM pg_settings s) AS settings
    WHERE unsafe = 'yes'
        OR setting IS DISTINCT FROM boot_val
            AND source NOT IN ('default', 'override', 'client', 'session')
            AND name NOT IN ('primary_conninfo', 'ssl_passphrase_command')
UNION ALL
SELECT 'unlogged tables', left(string_agg(relname, ' ' ORDER BY relname), 200), '', '', 'yes'
    FROM pg_class
    WHERE relkind = 'r' AND relpersistence = 'u' AND pg_table_is_visible(oid)
    HAVING count(*) > 0
    ORDER BY name;

-- statements
SELECT queryid AS id, left(query, 300) AS statement, calls, total_exec_time AS total_ms, rows AS row_count
    FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY total_exec_time DESC
    LIMIT 200;

-- statements
SELECT queryid AS id, left(query, 300) AS statement, calls, total_time AS total_ms, rows AS row_count
    FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    ORDER BY total_time DESC
    LIMIT 200;

-- What is asked of a copy each second.
-- fact: copy
SELECT CASE WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() THEN 0
            ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END AS seconds_behind
    WHERE pg_is_in_recovery();

-- fact: copy
SELECT CASE WHEN pg_last_xlog_receive_location() = pg_last_xlog_replay_location() THEN 0
            ELSE extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) END AS seconds_behind
    WHERE pg_is_in_recovery();

-- What is asked once, before a run.
-- fact: connections
-- Of the server, the database and the role, the one with the fewest left.
SELECT allowed, used, name
    FROM (SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                 - coalesce(current_setting('reserved_connections', true)::int, 0) AS allowed,
                 (SELECT sum(numbackends) FROM pg_stat_database) AS used, 'max_connections' AS name
          UNION ALL
          SELECT datconnlimit, numbackends, 'the connection limit of the database'
              FROM pg_database JOIN pg_stat_database ON pg_database.oid = datid
              WHERE pg_database.datname = current_database() AND datconnlimit >= 0
                AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)
          UNION ALL
          SELECT rolconnlimit, (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user),
                 'the connection limit of the user'
              FROM pg_roles
              WHERE rolname = current_user AND rolconnlimit >= 0 AND NOT rolsuper) AS limits
    ORDER BY allowed - used
    LIMIT 1;

-- fact: connections
SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS allowed,
       (SELECT sum(numbackends) FROM pg_stat_database) AS used,
       'max_connections' AS name;

-- fact: tls
SELECT CASE WHEN ssl THEN version ELSE '' END AS protocol
    FROM pg_stat_ssl
    WHERE pid = pg_backend_pid();

-- fact: rights
SELECT 'create tables in the schema ' || coalesce(current_schema(), '(none of search_path)') AS what,
       CASE WHEN has_schema_privilege(current_schema(), 'CREATE') THEN 'yes' ELSE 'no' END AS granted
UNION ALL
SELECT 'read and change ' || relname,
       CASE WHEN has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
                AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE') THEN 'yes' ELSE 'no' END
    FROM pg_class
    WHERE relname LIKE 'bmsql\_%' AND relkind IN ('r', 'p') AND pg_table_is_visible(oid)
UNION ALL
SELECT 'change anything ' || CASE WHEN pg_is_in_recovery() THEN 'on a standby'
                                  ELSE 'while default_transaction_read_only is on' END, 'no'
    WHERE pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on';

-- fact: data directory
SELECT current_setting('data_directory') AS path;

-- The folder's name is another one before version 10.
-- fact: log directory
SELECT current_setting('data_directory')
           || CASE WHEN current_setting('server_version_num')::int < 100000 THEN '/pg_xlog' ELSE '/pg_wal' END AS path;

-- fact: cache
SELECT name, setting::bigint * current_setting('block_size')::bigint / 1048576 AS megabytes
    FROM pg_settings
    WHERE name = 'shared_buffers';

-- fact: sessions
-- Of all databases. Of other users' sessions only some users see the state.
SELECT coalesce(usename, 'the server') AS user_name, datname AS database_name, count(*) AS active, '' AS unseen
    FROM pg_stat_activity
    WHERE state NOT IN ('idle', 'disabled') AND pid <> pg_backend_pid() AND datname IS NOT NULL
    GROUP BY 1, 2
UNION ALL
SELECT '', '', 0, count(*) || ' sessions, whose state ' || current_user || ' is not shown (GRANT pg_monitor TO it; track_activities=on)'
    FROM pg_stat_activity
    WHERE (state IS NULL OR state = 'disabled') AND pid <> pg_backend_pid() AND datname IS NOT NULL AND usename IS NOT NULL
    HAVING count(*) > 0;

-- fact: activity
-- Each user may see these counters; a session adds to them about once a second.
SELECT datname AS database_name, xact_commit + xact_rollback AS counted, 'transactions' AS unit
    FROM pg_stat_database
    WHERE datname IS NOT NULL;

-- fact: weak
SELECT name, setting AS value, why
    FROM pg_settings
    JOIN (VALUES ('debug_assertions', 'on', 'the server was built for debugging; use a release build'),
                 ('autovacuum', 'off', 'dead rows pile up, and a long run becomes slower and slower'),
                 ('log_statement', 'all', 'the server logs each statement'),
                 ('log_min_duration_statement', '0', 'the server logs each statement')) AS weak (name, setting, why)
        USING (name, setting)
UNION ALL
SELECT name, setting || ' MB', 'checkpoints follow each other quickly, and each makes the server log whole pages again; some GB suit a run'
    FROM pg_settings
    WHERE name = 'max_wal_size' AND unit = 'MB' AND setting::bigint < 4096;
