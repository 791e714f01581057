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

-- R is RESOURCE, D is DBA.
-- fact: rights
SELECT 'create tables' AS what, MAX(CASE WHEN usertype IN ('R', 'D') THEN 'yes' ELSE 'no' END) AS granted
    FROM sysusers
    WHERE username IN (USER, 'public');

-- The first chunk of the database's dbspace. Where the logical log is the server shows by dbspaces only.
-- fact: data directory
SELECT MIN(TRIM(c.fname)) AS path
    FROM sysmaster:syschunks c, sysmaster:sysdbspaces s, sysmaster:sysdatabases d
    WHERE d.name = DBINFO('dbname') AND s.name = DBINFO('dbspace', d.partnum) AND c.dbsnum = s.dbsnum;

-- fact: weak
SELECT TRIM(cf_name) AS name, TRIM(cf_effective) AS value,
       'files are read and written through the memory of the system as well; DIRECT_IO 1' AS why
    FROM sysmaster:sysconfig
    WHERE cf_name = 'DIRECT_IO' AND cf_effective = '0'
UNION ALL
SELECT 'logical log', COUNT(*) || ' files', 'a checkpoint may wait for one to become free; twenty or more suit a run'
    FROM sysmaster:syslogs
    HAVING COUNT(*) < 10;
