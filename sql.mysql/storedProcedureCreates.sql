-- The five transactions as procedures, for useStoredProcedures=true: the names of BenchmarkSQL's functions for PostgreSQL, the
-- rules of clause 2 as the program's own statements have them. Each gives one row. Version 5.6 must understand all of it.
-- Locks are taken in the same order as by the statements. Each begins a transaction and commits it, or rolls it back at an error: one
-- message for all (callsCommit of dialect.properties). The names end in _trx, so that those of an older build, which commit
-- nothing, are not called.
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
-- stock is locked: a join begins with the lines in that order. All lines are one statement for each table. The subquery of
-- fifteen places stands for a list of numbers, which not every version can make.
-- {
create procedure bmsql_proc_new_order_trx(
    in_w_id integer, in_d_id integer, in_c_id integer, in_supply_w_ids varchar(255), in_i_ids varchar(255),
    in_quantities varchar(255), in_line_order varchar(255), in_entry_d datetime(3))
begin
    declare line_cnt integer;
    declare made integer;
    declare round integer default 0;
    declare rounds integer;
    declare all_local integer;
    declare missing_i_id integer;
    declare missing_w_id integer;
    declare order_id integer;
    declare district_tax decimal(4,4);
    declare warehouse_tax decimal(4,4);
    declare discount decimal(4,4);
    declare total decimal(12,2);
    declare text varchar(128);
    declare found boolean default true;
    declare continue handler for not found set found = false;
    declare exit handler for sqlexception
    begin
        rollback;
        resignal;
    end;
    start transaction;
    -- An update changes a row once only: where two lines have the same stock row, each line is a round of its own.
    set line_cnt = 1 + length(in_line_order) - length(replace(in_line_order, ',', ''));
    select min(supply_w_id = in_w_id), if(count(distinct supply_w_id, line_i_id) = line_cnt, 1, line_cnt)
        into all_local, rounds
        from (
            select substring_index(substring_index(in_supply_w_ids, ',', place), ',', -1) + 0 as supply_w_id,
                    substring_index(substring_index(in_i_ids, ',', place), ',', -1) + 0 as line_i_id
                from (
                    select 1 as place union all select 2 union all select 3 union all select 4 union all
                    select 5 union all select 6 union all select 7 union all select 8 union all select 9 union all
                    select 10 union all select 11 union all select 12 union all select 13 union all select 14 union all
                    select 15
                ) places
                where place <= line_cnt
        ) as keyed_in;

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

    while round < rounds do
        set round = round + 1;
        update (
                select substring_index(substring_index(in_supply_w_ids, ',', line), ',', -1) + 0 as supply_w_id,
                        substring_index(substring_index(in_i_ids, ',', line), ',', -1) + 0 as line_i_id,
                        substring_index(substring_index(in_quantities, ',', line), ',', -1) + 0 as quantity
                    from (
                        select place, substring_index(substring_index(in_line_order, ',', place), ',', -1) + 0 as line
                            from (
                                select 1 as place union all select 2 union all select 3 union all select 4 union all
                                select 5 union all select 6 union all select 7 union all select 8 union all
                                select 9 union all select 10 union all select 11 union all select 12 union all
                                select 13 union all select 14 union all select 15
                            ) places
                            where place <= line_cnt and (rounds = 1 or place = round)
                    ) as in_turn
            ) as order_lines
            straight_join bmsql_stock force index (primary) on (s_w_id = supply_w_id and s_i_id = line_i_id)
            set s_quantity = if(s_quantity >= quantity + 10, s_quantity - quantity, s_quantity - quantity + 91),
                s_ytd = s_ytd + quantity, s_order_cnt = s_order_cnt + 1,
                s_remote_cnt = s_remote_cnt + if(supply_w_id = in_w_id, 0, 1);
    end while;
    insert into bmsql_order_line (ol_o_id, ol_d_id, ol_w_id, ol_number, ol_i_id, ol_supply_w_id, ol_quantity, ol_amount,
            ol_dist_info)
        select order_id, in_d_id, in_w_id, place, line_i_id, supply_w_id, quantity, i_price * quantity,
                case in_d_id
                    when 1 then s_dist_01 when 2 then s_dist_02 when 3 then s_dist_03 when 4 then s_dist_04
                    when 5 then s_dist_05 when 6 then s_dist_06 when 7 then s_dist_07 when 8 then s_dist_08
                    when 9 then s_dist_09 else s_dist_10 end
            from (
                select place, substring_index(substring_index(in_supply_w_ids, ',', place), ',', -1) + 0 as supply_w_id,
                        substring_index(substring_index(in_i_ids, ',', place), ',', -1) + 0 as line_i_id,
                        substring_index(substring_index(in_quantities, ',', place), ',', -1) + 0 as quantity
                    from (
                        select 1 as place union all select 2 union all select 3 union all select 4 union all
                        select 5 union all select 6 union all select 7 union all select 8 union all select 9 union all
                        select 10 union all select 11 union all select 12 union all select 13 union all
                        select 14 union all select 15
                    ) places
                    where place <= line_cnt
            ) as order_lines
            straight_join bmsql_item force index (primary) on (i_id = line_i_id)
            straight_join bmsql_stock force index (primary) on (s_w_id = supply_w_id and s_i_id = line_i_id);
    set made = row_count();
    if made < line_cnt then
        -- What comes before the rollback is done by now (clause 2.4.2.3), wherever the line is.
        set found = true;
        select line_i_id, supply_w_id, i_id into missing_i_id, missing_w_id, made
            from (
                select substring_index(substring_index(in_supply_w_ids, ',', place), ',', -1) + 0 as supply_w_id,
                        substring_index(substring_index(in_i_ids, ',', place), ',', -1) + 0 as line_i_id
                    from (
                        select 1 as place union all select 2 union all select 3 union all select 4 union all
                        select 5 union all select 6 union all select 7 union all select 8 union all select 9 union all
                        select 10 union all select 11 union all select 12 union all select 13 union all
                        select 14 union all select 15
                    ) places
                    where place <= line_cnt
            ) as order_lines
            left join bmsql_item on (i_id = line_i_id)
            left join bmsql_stock on (s_w_id = supply_w_id and s_i_id = line_i_id)
            where s_i_id is null
            order by i_id is not null, supply_w_id, line_i_id
            limit 1;
        if made is null then
            set text = concat('Item number is not valid: ', missing_i_id);
            signal sqlstate '45000' set message_text = text;
        end if;
        set text = concat('no stock of item ', missing_i_id, ' in warehouse ', missing_w_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select round(sum(ol_amount) * (1 - discount) * (1 + warehouse_tax + district_tax), 2) into total
        from bmsql_order_line
        where ol_w_id = in_w_id and ol_d_id = in_d_id and ol_o_id = order_id;
    commit;
    select order_id, total;
end
-- }

-- A customer name that is not empty counts more than the number.
-- {
create procedure bmsql_proc_payment_trx(
    in_w_id integer, in_d_id integer, in_c_id integer, in_c_d_id integer, in_c_w_id integer, in_c_last varchar(16),
    in_h_amount decimal(6,2), in_h_date datetime(3))
begin
    declare customer_id integer default in_c_id;
    declare warehouse_name varchar(10);
    declare district_name varchar(10);
    declare text varchar(128);
    declare found boolean default true;
    declare continue handler for not found set found = false;
    declare exit handler for sqlexception
    begin
        rollback;
        resignal;
    end;
    start transaction;
    update bmsql_district set d_ytd = d_ytd + in_h_amount where d_w_id = in_w_id and d_id = in_d_id;
    update bmsql_warehouse set w_ytd = w_ytd + in_h_amount where w_id = in_w_id;
    select d_name, w_name into district_name, warehouse_name
        from bmsql_district join bmsql_warehouse on (w_id = d_w_id)
        where d_w_id = in_w_id and d_id = in_d_id;
    if not found then
        set text = concat('no district ', in_d_id, ' in warehouse ', in_w_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    if in_c_last <> '' then
        call bmsql_cid_from_clast(in_c_w_id, in_c_d_id, in_c_last, customer_id);
    end if;
    update bmsql_customer
        set c_balance = c_balance - in_h_amount, c_ytd_payment = c_ytd_payment + in_h_amount,
            c_payment_cnt = c_payment_cnt + 1,
            c_data = if(c_credit = 'BC', left(concat('C_ID=', customer_id, ' C_D_ID=', in_c_d_id, ' C_W_ID=', in_c_w_id,
                ' D_ID=', in_d_id, ' W_ID=', in_w_id, ' H_AMOUNT=', in_h_amount, '   ', c_data), 500), c_data)
        where c_w_id = in_c_w_id and c_d_id = in_c_d_id and c_id = customer_id;
    if row_count() = 0 then
        set text = concat('no customer ', if(in_c_last <> '', in_c_last, in_c_id), ' in warehouse ', in_c_w_id,
            ', district ', in_c_d_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    insert into bmsql_history (h_c_id, h_c_d_id, h_c_w_id, h_d_id, h_w_id, h_date, h_amount, h_data)
        values (customer_id, in_c_d_id, in_c_w_id, in_d_id, in_w_id, in_h_date, in_h_amount,
            concat(warehouse_name, '    ', district_name));
    commit;
    select customer_id;
end
-- }

-- The result is the customer and the order; the row itself and the order's lines are read as the screen would show them.
-- {
create procedure bmsql_proc_order_status_trx(in_w_id integer, in_d_id integer, in_c_id integer, in_c_last varchar(16))
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
    declare exit handler for sqlexception
    begin
        rollback;
        resignal;
    end;
    start transaction;
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
    commit;
    select customer_id, order_id, first_name, middle_name, balance, entry_date, carrier_id, order_lines;
end
-- }

-- STRAIGHT_JOIN keeps the order lines first, whatever the statistics say.
-- {
create procedure bmsql_proc_stock_level_trx(in_w_id integer, in_d_id integer, in_threshold integer)
begin
    declare next_o_id integer;
    declare text varchar(128);
    declare low_stock integer;
    declare exit handler for sqlexception
    begin
        rollback;
        resignal;
    end;
    start transaction;
    select d_next_o_id into next_o_id from bmsql_district where d_w_id = in_w_id and d_id = in_d_id;
    if next_o_id is null then
        set text = concat('no district ', in_d_id, ' in warehouse ', in_w_id);
        signal sqlstate '45002' set message_text = text;
    end if;
    select count(distinct ol_i_id) into low_stock
        from bmsql_order_line
        straight_join bmsql_stock on (s_w_id = in_w_id and s_i_id = ol_i_id)
        where ol_w_id = in_w_id and ol_d_id = in_d_id and ol_o_id >= next_o_id - 20 and ol_o_id < next_o_id
            and s_quantity < in_threshold;
    commit;
    select low_stock;
end
-- }

-- One order number for each of the ten districts, with commas between them; 0 for a district without an open order. All
-- districts are one statement for each table. The first one's locks make a second delivery wait and then take the next orders.
-- {
create procedure bmsql_proc_delivery_bg_trx(in_w_id integer, in_o_carrier_id integer, in_ol_delivery_d datetime(3))
begin
    declare delivered varchar(255);
    declare orders integer;
    declare changed integer;
    declare text varchar(128);
    declare exit handler for sqlexception
    begin
        rollback;
        resignal;
    end;
    start transaction;
    select group_concat(coalesce(order_id, 0) order by district), count(order_id) into delivered, orders
        from (
            select 1 as district, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 1
                order by no_o_id limit 1 for update) as order_id
            union all select 2, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 2
                order by no_o_id limit 1 for update)
            union all select 3, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 3
                order by no_o_id limit 1 for update)
            union all select 4, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 4
                order by no_o_id limit 1 for update)
            union all select 5, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 5
                order by no_o_id limit 1 for update)
            union all select 6, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 6
                order by no_o_id limit 1 for update)
            union all select 7, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 7
                order by no_o_id limit 1 for update)
            union all select 8, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 8
                order by no_o_id limit 1 for update)
            union all select 9, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 9
                order by no_o_id limit 1 for update)
            union all select 10, (select no_o_id from bmsql_new_order where no_w_id = in_w_id and no_d_id = 10
                order by no_o_id limit 1 for update)
        ) oldest;
    if orders > 0 then
        delete bmsql_new_order
            from (
                select district, substring_index(substring_index(delivered, ',', district), ',', -1) + 0 as order_id
                    from (
                        select 1 as district union all select 2 union all select 3 union all select 4 union all
                        select 5 union all select 6 union all select 7 union all select 8 union all select 9 union all
                        select 10
                    ) districts
            ) as delivery
            straight_join bmsql_new_order force index (primary)
                on (no_w_id = in_w_id and no_d_id = district and no_o_id = order_id);
        update (
                select district, substring_index(substring_index(delivered, ',', district), ',', -1) + 0 as order_id
                    from (
                        select 1 as district union all select 2 union all select 3 union all select 4 union all
                        select 5 union all select 6 union all select 7 union all select 8 union all select 9 union all
                        select 10
                    ) districts
            ) as delivery
            straight_join bmsql_oorder force index (primary) on (o_w_id = in_w_id and o_d_id = district and o_id = order_id)
            set o_carrier_id = in_o_carrier_id;
        set changed = row_count();
        if changed < orders then
            set text = concat('no order for an open one of warehouse ', in_w_id, ' among ', delivered);
            signal sqlstate '45002' set message_text = text;
        end if;
        update (
                select district, substring_index(substring_index(delivered, ',', district), ',', -1) + 0 as order_id
                    from (
                        select 1 as district union all select 2 union all select 3 union all select 4 union all
                        select 5 union all select 6 union all select 7 union all select 8 union all select 9 union all
                        select 10
                    ) districts
            ) as delivery
            straight_join bmsql_order_line force index (primary)
                on (ol_w_id = in_w_id and ol_d_id = district and ol_o_id = order_id)
            set ol_delivery_d = in_ol_delivery_d;
        update (
                select o_d_id as district, o_c_id as customer_id, sum(ol_amount) as amount
                    from (
                        select district, substring_index(substring_index(delivered, ',', district), ',', -1) + 0 as order_id
                            from (
                                select 1 as district union all select 2 union all select 3 union all select 4 union all
                                select 5 union all select 6 union all select 7 union all select 8 union all
                                select 9 union all select 10
                            ) districts
                    ) as delivery
                    straight_join bmsql_oorder force index (primary)
                        on (o_w_id = in_w_id and o_d_id = district and o_id = order_id)
                    straight_join bmsql_order_line force index (primary)
                        on (ol_w_id = in_w_id and ol_d_id = district and ol_o_id = order_id)
                    group by o_d_id, o_c_id
            ) as delivery
            straight_join bmsql_customer force index (primary)
                on (c_w_id = in_w_id and c_d_id = district and c_id = customer_id)
            set c_balance = c_balance + amount, c_delivery_cnt = c_delivery_cnt + 1;
        set changed = row_count();
        if changed < orders then
            set text = concat('no lines or no customer of an order of warehouse ', in_w_id, ' among ', delivered);
            signal sqlstate '45002' set message_text = text;
        end if;
    end if;
    commit;
    select delivered;
end
-- }
