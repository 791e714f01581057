-- settings
-- Without forced writes a crash of the machine may lose what was committed, and damage the file.
SELECT 'forced writes' AS name, 'off' AS "value", 'on' AS default_value, '' AS unit, 'yes' AS unsafe
    FROM mon$database
    WHERE mon$forced_writes = 0;

-- What is asked once, before a run.
-- fact: sessions
-- The tables are of this database alone, and an ordinary user sees its own sessions only.
SELECT trim(mon$user) AS user_name, '' AS database_name, count(*) AS active, '' AS unseen
    FROM mon$attachments
    WHERE mon$state = 1 AND mon$attachment_id <> current_connection
    GROUP BY mon$user
UNION ALL
SELECT '', '', 0, 'sessions of other databases, and for an ordinary user those of others'
    FROM rdb$database;

-- fact: activity
-- Of this database.
SELECT '' AS database_name, mon$next_transaction AS counted, 'transactions' AS unit
    FROM mon$database;

-- fact: tls
SELECT CASE WHEN rdb$get_context('SYSTEM', 'WIRE_ENCRYPTED') = 'TRUE' THEN 'encrypted by Firebird' ELSE '' END AS protocol
    FROM rdb$database;

-- fact: data directory
SELECT mon$database_name AS path
    FROM mon$database;

-- There is no log: a commit waits for the database's own file.
-- fact: log directory
SELECT mon$database_name AS path
    FROM mon$database;

-- Of one database where all sessions share them (ServerMode = Super).
-- fact: cache
SELECT 'the page cache' AS name, mon$page_buffers * cast(mon$page_size AS bigint) / 1048576 AS megabytes
    FROM mon$database;

-- fact: weak
SELECT 'sweep interval' AS name, mon$sweep_interval AS "value",
       'a sweep of all tables may begin in the middle of the run; gfix -sweep before it, gfix -housekeeping 0 for it' AS why
    FROM mon$database
    WHERE mon$sweep_interval > 0
UNION ALL
SELECT 'page size', mon$page_size, 'indexes of so small pages are deep; 16384 when the database is created'
    FROM mon$database
    WHERE mon$page_size < 8192
UNION ALL
SELECT 'character set', trim(rdb$character_set_name), 'texts are stored unchecked, as bytes; UTF8 when the database is created'
    FROM rdb$database
    WHERE rdb$character_set_name = 'NONE'
UNION ALL
SELECT 'statistics', count(*) || ' indexes have none', 'the optimizer guesses; bmsql prepare gathers them'
    FROM rdb$indices
    WHERE rdb$statistics IS NULL AND coalesce(rdb$system_flag, 0) = 0 AND coalesce(rdb$index_inactive, 0) = 0
    HAVING count(*) > 0;
