-- Between load and run, after VACUUM and statistics: what the load or the run before left in memory goes to disk now, so that
-- its checkpoint does not fall into the measurement. Since PostgreSQL 15 for members of pg_checkpoint, before that for superusers
-- (manual, CHECKPOINT).

-- needs: grant pg_checkpoint to <user> (since PostgreSQL 15)
checkpoint;
