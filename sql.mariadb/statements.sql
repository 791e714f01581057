-- What MariaDB does in one round trip: several statements in BEGIN NOT ATOMIC ... END, which it takes as one prepared statement (before
-- version 10.6 its driver sends it as text). MySQL has nothing like it outside procedures. What UPDATE puts into a variable of the session is
-- the row that it has locked and changed, so that nothing is read twice.

-- ---------------------------------------------------------------- batchStatements=true

-- name: Batch.openOrder
BEGIN NOT ATOMIC
    SET @bmsql_o_id = NULL;
    UPDATE bmsql_district
        SET d_next_o_id = (@bmsql_o_id := d_next_o_id) + 1, d_tax = (@bmsql_d_tax := d_tax)
        WHERE d_w_id = :w_id AND d_id = :d_id;
    IF @bmsql_o_id IS NOT NULL THEN
        INSERT INTO bmsql_oorder (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
            VALUES (@bmsql_o_id, :d_id, :w_id, :c_id, :entry_d, :ol_cnt, :all_local);
        INSERT INTO bmsql_new_order (no_o_id, no_d_id, no_w_id)
            VALUES (@bmsql_o_id, :d_id, :w_id);
    END IF;
    SELECT @bmsql_d_tax, @bmsql_o_id, c_discount, w_tax
        FROM bmsql_customer
        JOIN bmsql_warehouse ON (w_id = c_w_id)
        WHERE c_w_id = :w_id AND c_d_id = :d_id AND c_id = :c_id AND @bmsql_o_id IS NOT NULL;
END;

-- name: Batch.pay
BEGIN NOT ATOMIC
    SET @bmsql_d_name = NULL, @bmsql_w_name = NULL;
    UPDATE bmsql_district
        SET d_ytd = d_ytd + :amount, d_name = (@bmsql_d_name := d_name)
        WHERE d_w_id = :w_id AND d_id = :d_id;
    UPDATE bmsql_warehouse
        SET w_ytd = w_ytd + :amount, w_name = (@bmsql_w_name := w_name)
        WHERE w_id = :w_id;
    SELECT @bmsql_d_name, @bmsql_w_name
        FROM dual
        WHERE @bmsql_d_name IS NOT NULL AND @bmsql_w_name IS NOT NULL;
END;

-- name: Batch.payCustomer
BEGIN NOT ATOMIC
    DECLARE payer integer DEFAULT :c_id;
    DECLARE before_it integer;
    IF :c_last <> '' THEN
        SELECT (count(*) + 1) DIV 2 - 1, NULL INTO before_it, payer
            FROM bmsql_customer
            WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_last = :c_last;
        IF before_it >= 0 THEN
            SELECT c_id INTO payer
                FROM bmsql_customer
                WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_last = :c_last
                ORDER BY c_first
                LIMIT before_it, 1;
        END IF;
    END IF;
    UPDATE bmsql_customer
        SET c_balance = c_balance - :amount, c_ytd_payment = c_ytd_payment + :amount, c_payment_cnt = c_payment_cnt + 1,
            c_data = IF(c_credit = 'BC', left(concat('C_ID=', c_id, ' C_D_ID=', c_d_id, ' C_W_ID=', c_w_id, ' D_ID=', :d_id,
                ' W_ID=', :w_id, ' H_AMOUNT=', CAST(:amount AS decimal(6, 2)), '   ', c_data), 500), c_data)
        WHERE c_w_id = :c_w_id AND c_d_id = :c_d_id AND c_id = payer;
    IF row_count() = 0 THEN
        SET payer = NULL;
    ELSE
        INSERT INTO bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
            VALUES (payer, :c_d_id, :c_w_id, :d_id, :w_id, :h_date, :amount, :h_data);
        COMMIT;
    END IF;
    SELECT payer
        FROM dual
        WHERE payer IS NOT NULL;
END;

-- ---------------------------------------------------------------- Sessions and snapshots

-- name: Session.own
SET SESSION max_statement_time = 0 /*!100300 , SESSION idle_transaction_timeout = 0, SESSION idle_readonly_transaction_timeout = 0,
    SESSION idle_write_transaction_timeout = 0 */;

-- name: Snapshot.hold
-- Waits for the transactions that are writing, for 10 seconds at most.
LOCK TABLES bmsql_warehouse READ, bmsql_district READ, bmsql_customer READ, bmsql_history READ, bmsql_new_order READ,
    bmsql_oorder READ, bmsql_order_line READ, bmsql_stock READ, bmsql_item READ WAIT 10;
