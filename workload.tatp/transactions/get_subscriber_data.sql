-- read-only
\set s random(1, :subscribers * :scale)
SELECT * FROM tatp_subscriber WHERE s_id = :s;
