-- As the manual describes the view; it was never tried on an Informix server.

-- settings
-- With a buffered log a commit does not wait for the disk: a crash may lose it.
SELECT 'logging' AS name, 'buffered' AS value, 'unbuffered' AS default_value, '' AS unit, 'yes' AS unsafe
    FROM sysmaster:sysdatabases
    WHERE name = DBINFO('dbname') AND is_buff_log = 1;

-- What is asked once, before a run; of the whole server.
-- fact: activity
SELECT '' AS database_name, SUM(value) AS counted, 'transactions' AS unit
    FROM sysmaster:sysprofile
    WHERE name IN ('iscommits', 'isrollbacks');
