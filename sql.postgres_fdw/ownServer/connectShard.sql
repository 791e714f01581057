-- Makes one shard known to the coordinator, for the tests and run/evidence/postgres_fdw.sh.
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
CREATE EXTENSION IF NOT EXISTS dblink;
CREATE SERVER IF NOT EXISTS {shard} FOREIGN DATA WRAPPER postgres_fdw
    OPTIONS (host '127.0.0.1', port '0', dbname '{database}', batch_size '1000', fetch_size '1000');
ALTER SERVER {shard} OPTIONS (SET port '{port}');
-- The server's log gets no statement with a password, even if it fails.
SET log_min_error_statement = panic;
CREATE USER MAPPING IF NOT EXISTS FOR CURRENT_USER SERVER {shard} OPTIONS (user '{user}', password '{password}', password_required 'false');
