-- read-only
\set s random(1, 100000 * :scale)
SELECT * FROM tatp_subscriber WHERE s_id = :s;
