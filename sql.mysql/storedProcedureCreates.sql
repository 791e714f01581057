-- The five transactions as procedures, for useStoredProcedures=true: the names of BenchmarkSQL's functions for PostgreSQL, the
-- rules of clause 2 as the program's own statements have them. Each gives one row. Version 5.6 must understand all of it.
-- Locks are taken in the same order as by the statements; nothing ends the transaction, that is the client's part.
-- Errors: "Item number is not valid" is the planned rollback of clause 2.4.1.4; SQLSTATE 45002 means a missing row that the
-- specification promises. The user needs the right to create routines; to build without it, put a file of this name that holds
-- only comments into sql.<db>/ of the directory you work in.

-- The customer that a last name means: of n namesakes ordered by first name the one at ceil(n / 2), clause 2.5.2.2.
-- {
create procedure bmsql_cid_from_clast(in_c_w_id integer, in_c_d_id integer, in_c_last varchar(16), out out_c_id integer)
begin
    declare before_it integer;
    declare text varchar(128);
    select (count(*) + 1) div 2 - 1 into before_it
        from bmsql_customer
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_last = in_c_last;
    if before_it < 0 then
        set text = concat('no customer ', in_c_last, ' in warehouse ', in_c_w_id, ', district ', in_c_d_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select c_id into out_c_id
        from bmsql_customer
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_last = in_c_last
        order by c_first
        limit before_it, 1;
end
-- }

-- The lists hold numbers with commas between them, line 1 first; in_line_order names the lines in the order in which their
-- stock is locked.
-- {
create procedure bmsql_proc_new_order(
    in_w_id integer, in_d_id integer, in_c_id integer, in_supply_w_ids varchar(255), in_i_ids varchar(255),
    in_quantities varchar(255), in_line_order varchar(255), in_entry_d datetime(3))
begin
    declare at integer default 0;
    declare line integer;
    declare line_cnt integer;
    declare line_i_id integer;
    declare line_w_id integer;
    declare line_quantity integer;
    declare missing integer;
    declare all_local integer default 1;
    declare order_id integer;
    declare district_tax decimal(4,4);
    declare warehouse_tax decimal(4,4);
    declare discount decimal(4,4);
    declare price decimal(5,2);
    declare stock_quantity integer;
    declare stock_info char(24);
    declare amounts decimal(12,2) default 0;
    declare text varchar(128);
    declare found boolean default true;
    declare continue handler for not found set found = false;

    set line_cnt = 1 + length(in_line_order) - length(replace(in_line_order, ',', ''));
    while at < line_cnt do
        set at = at + 1;
        if substring_index(substring_index(in_supply_w_ids, ',', at), ',', -1) <> in_w_id then
            set all_local = 0;
        end if;
    end while;

    select d_tax, d_next_o_id into district_tax, order_id
        from bmsql_district
        where d_w_id = in_w_id and d_id = in_d_id
        for update;
    if not found then
        set text = concat('no district ', in_d_id, ' in warehouse ', in_w_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select c_discount, w_tax into discount, warehouse_tax
        from bmsql_customer join bmsql_warehouse on (w_id = c_w_id)
        where c_w_id = in_w_id and c_d_id = in_d_id and c_id = in_c_id;
    if not found then
        set text = concat('no customer ', in_c_id, ' in warehouse ', in_w_id, ', district ', in_d_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    update bmsql_district set d_next_o_id = d_next_o_id + 1 where d_w_id = in_w_id and d_id = in_d_id;
    insert into bmsql_oorder (o_id, o_d_id, o_w_id, o_c_id, o_entry_d, o_ol_cnt, o_all_local)
        values (order_id, in_d_id, in_w_id, in_c_id, in_entry_d, line_cnt, all_local);
    insert into bmsql_new_order (no_o_id, no_d_id, no_w_id) values (order_id, in_d_id, in_w_id);

    set at = 0;
    while at < line_cnt do
        set at = at + 1;
        set line = substring_index(substring_index(in_line_order, ',', at), ',', -1);
        set line_i_id = substring_index(substring_index(in_i_ids, ',', line), ',', -1);
        set line_w_id = substring_index(substring_index(in_supply_w_ids, ',', line), ',', -1);
        set line_quantity = substring_index(substring_index(in_quantities, ',', line), ',', -1);
        set found = true;
        select i_price into price from bmsql_item where i_id = line_i_id;
        if not found then
            -- What comes before the rollback has to be done (clause 2.4.2.3), wherever the line is.
            set missing = line_i_id;
        else
            select s_quantity, case in_d_id
                    when 1 then s_dist_01 when 2 then s_dist_02 when 3 then s_dist_03 when 4 then s_dist_04
                    when 5 then s_dist_05 when 6 then s_dist_06 when 7 then s_dist_07 when 8 then s_dist_08
                    when 9 then s_dist_09 else s_dist_10 end
                into stock_quantity, stock_info
                from bmsql_stock
                where s_w_id = line_w_id and s_i_id = line_i_id
                for update;
            if not found then
                set text = concat('no stock of item ', line_i_id, ' in warehouse ', line_w_id);
                signal sqlstate '45002' set message_text = text;
            end if;
            update bmsql_stock
                set s_quantity = if(stock_quantity >= line_quantity + 10, stock_quantity - line_quantity,
                        stock_quantity - line_quantity + 91),
                    s_ytd = s_ytd + line_quantity, s_order_cnt = s_order_cnt + 1,
                    s_remote_cnt = s_remote_cnt + if(line_w_id = in_w_id, 0, 1)
                where s_w_id = line_w_id and s_i_id = line_i_id;
            insert into bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity,
                    ol_amount, ol_dist_info)
                values (order_id, in_d_id, in_w_id, line, line_i_id, line_w_id, line_quantity, price * line_quantity,
                    stock_info);
            set amounts = amounts + price * line_quantity;
        end if;
    end while;
    if missing is not null then
        set text = concat('Item number is not valid: ', missing);
        signal sqlstate '45000' set message_text = text;
    end if;
    select order_id, round(amounts * (1 - discount) * (1 + warehouse_tax + district_tax), 2);
end
-- }

-- A customer name that is not empty counts more than the number.
-- {
create procedure bmsql_proc_payment(
    in_w_id integer, in_d_id integer, in_c_id integer, in_c_d_id integer, in_c_w_id integer, in_c_last varchar(16),
    in_h_amount decimal(6,2), in_h_date datetime(3))
begin
    declare customer_id integer default in_c_id;
    declare warehouse_name varchar(10);
    declare district_name varchar(10);
    declare credit char(2);
    declare text varchar(128);
    declare found boolean default true;
    declare continue handler for not found set found = false;

    update bmsql_district set d_ytd = d_ytd + in_h_amount where d_w_id = in_w_id and d_id = in_d_id;
    select d_name into district_name from bmsql_district where d_w_id = in_w_id and d_id = in_d_id;
    if not found then
        set text = concat('no district ', in_d_id, ' in warehouse ', in_w_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    update bmsql_warehouse set w_ytd = w_ytd + in_h_amount where w_id = in_w_id;
    select w_name into warehouse_name from bmsql_warehouse where w_id = in_w_id;
    if in_c_last <> '' then
        call bmsql_cid_from_clast(in_c_w_id, in_c_d_id, in_c_last, customer_id);
    end if;
    select c_credit into credit
        from bmsql_customer
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_id = customer_id
        for update;
    if not found then
        set text = concat('no customer ', if(in_c_last <> '', in_c_last, in_c_id), ' in warehouse ', in_c_w_id,
            ', district ', in_c_d_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    update bmsql_customer
        set c_balance = c_balance - in_h_amount, c_ytd_payment = c_ytd_payment + in_h_amount,
            c_payment_cnt = c_payment_cnt + 1,
            c_data = if(credit = 'BC', left(concat('C_ID=', customer_id, ' C_D_ID=', in_c_d_id, ' C_W_ID=', in_c_w_id,
                ' D_ID=', in_d_id, ' W_ID=', in_w_id, ' H_AMOUNT=', in_h_amount, '   ', c_data), 500), c_data)
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_id = customer_id;
    insert into bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
        values (customer_id, in_c_d_id, in_c_w_id, in_d_id, in_w_id, in_h_date, in_h_amount,
            concat(warehouse_name, '    ', district_name));
    select customer_id;
end
-- }

-- The result is the customer and the order; the row itself and the order's lines are read as the screen would show them.
-- {
create procedure bmsql_proc_order_status(in_w_id integer, in_d_id integer, in_c_id integer, in_c_last varchar(16))
begin
    declare customer_id integer default in_c_id;
    declare order_id integer;
    declare first_name varchar(16);
    declare middle_name char(2);
    declare balance decimal(12,2);
    declare entry_date datetime(3);
    declare carrier_id integer;
    declare order_lines text;
    declare text varchar(128);
    declare found boolean default true;
    declare continue handler for not found set found = false;

    if in_c_last <> '' then
        call bmsql_cid_from_clast(in_w_id, in_d_id, in_c_last, customer_id);
    end if;
    select c_first, c_middle, c_balance into first_name, middle_name, balance
        from bmsql_customer
        where c_w_id = in_w_id and c_d_id = in_d_id and c_id = customer_id;
    if not found then
        set text = concat('no customer ', if(in_c_last <> '', in_c_last, in_c_id), ' in warehouse ', in_w_id,
            ', district ', in_d_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select o_id, o_entry_d, coalesce(o_carrier_id, -1) into order_id, entry_date, carrier_id
        from bmsql_oorder
        where o_w_id = in_w_id and o_d_id = in_d_id and o_c_id = customer_id
        order by o_id desc
        limit 1;
    if not found then
        set text = concat('no order of customer ', customer_id, ' in warehouse ', in_w_id, ', district ', in_d_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select group_concat(ol_supply_w_id, ' ', ol_i_id, ' ', ol_quantity, ' ', ol_amount, ' ',
            coalesce(ol_delivery_d, '-') order by ol_number)
        into order_lines
        from bmsql_order_line
        where ol_w_id = in_w_id and ol_d_id = in_d_id and ol_o_id = order_id;
    if order_lines is null then
        set text = concat('no line in order ', order_id, ' of customer ', customer_id, ' in warehouse ', in_w_id,
            ', district ', in_d_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select customer_id, order_id, first_name, middle_name, balance, entry_date, carrier_id, order_lines;
end
-- }

-- STRAIGHT_JOIN keeps the order lines first, whatever the statistics say.
-- {
create procedure bmsql_proc_stock_level(in_w_id integer, in_d_id integer, in_threshold integer)
begin
    declare next_o_id integer;
    declare text varchar(128);
    select d_next_o_id into next_o_id from bmsql_district where d_w_id = in_w_id and d_id = in_d_id;
    if next_o_id is null then
        set text = concat('no district ', in_d_id, ' in warehouse ', in_w_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select count(distinct ol_i_id)
        from bmsql_order_line
        straight_join bmsql_stock on (s_w_id = in_w_id and s_i_id = ol_i_id)
        where ol_w_id = in_w_id and ol_d_id = in_d_id and ol_o_id >= next_o_id - 20 and ol_o_id < next_o_id
            and s_quantity < in_threshold;
end
-- }

-- One order number for each of the ten districts, with commas between them; 0 for a district without an open order.
-- {
create procedure bmsql_proc_delivery_bg(in_w_id integer, in_o_carrier_id integer, in_ol_delivery_d datetime(3))
begin
    declare district integer default 0;
    declare order_id integer;
    declare customer_id integer;
    declare amount decimal(12,2);
    declare delivered varchar(255) default '';
    declare text varchar(128);
    declare found boolean default true;
    declare continue handler for not found set found = false;

    while district < 10 do
        set district = district + 1;
        set found = true;
        set order_id = 0;
        -- The lock makes a second delivery of the district wait and then take the next order.
        select no_o_id into order_id
            from bmsql_new_order
            where no_w_id = in_w_id and no_d_id = district
            order by no_o_id
            limit 1
            for update;
        if found then
            delete from bmsql_new_order where no_w_id = in_w_id and no_d_id = district and no_o_id = order_id;
            update bmsql_oorder set o_carrier_id = in_o_carrier_id
                where o_w_id = in_w_id and o_d_id = district and o_id = order_id;
            select o_c_id into customer_id
                from bmsql_oorder
                where o_w_id = in_w_id and o_d_id = district and o_id = order_id;
            if not found then
                set text = concat('no order ', order_id, ' in warehouse ', in_w_id, ', district ', district);
                signal sqlstate '45002' set message_text = text;
            end if;
            update bmsql_order_line set ol_delivery_d = in_ol_delivery_d
                where ol_w_id = in_w_id and ol_d_id = district and ol_o_id = order_id;
            select sum(ol_amount) into amount
                from bmsql_order_line
                where ol_w_id = in_w_id and ol_d_id = district and ol_o_id = order_id;
            if amount is null then
                set text = concat('no lines of order ', order_id, ' in warehouse ', in_w_id, ', district ', district);
                signal sqlstate '45002' set message_text = text;
            end if;
            update bmsql_customer
                set c_balance = c_balance + amount, c_delivery_cnt = c_delivery_cnt + 1
                where c_w_id = in_w_id and c_d_id = district and c_id = customer_id;
        end if;
        set delivered = concat(delivered, if(district = 1, '', ','), order_id);
    end while;
    select delivered;
end
-- }

