-- The next line says that this script changes nothing, so that it may be sent again after any error.
-- read-only
\set id random(1, :rows * :scale)
SELECT holder, balance FROM NAME_account WHERE id = :id;
