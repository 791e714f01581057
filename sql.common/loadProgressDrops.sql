-- Drops the journal of a build or load, if there is one.

drop table if exists bmsql_load_progress;
