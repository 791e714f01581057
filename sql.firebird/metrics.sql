-- settings
-- Without forced writes a crash of the machine may lose what was committed, and damage the file.
SELECT 'forced writes' AS name, 'off' AS "value", 'on' AS default_value, '' AS unit, 'yes' AS unsafe
    FROM mon$database
    WHERE mon$forced_writes = 0;
