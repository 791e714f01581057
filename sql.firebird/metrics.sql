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
