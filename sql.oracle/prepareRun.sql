-- Between load and run, after the statistics: changed blocks go to disk. Asks for the right ALTER SYSTEM (SQL reference, ALTER SYSTEM
-- CHECKPOINT).

alter system checkpoint;
