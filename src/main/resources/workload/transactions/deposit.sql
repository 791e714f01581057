-- Draw the values first. What stands between BEGIN and END is one transaction, repeated as a whole after a deadlock.
\set id random(1, :rows * :scale)
\set amount random(1, 100)
BEGIN;
UPDATE NAME_account SET balance = balance + :amount WHERE id = :id;
INSERT INTO NAME_history (account_id, amount) VALUES (:id, :amount);
END;
