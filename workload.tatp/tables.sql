-- rows: :subscribers * :scale
create table tatp_subscriber (
    s_id integer not null primary key, -- = rownum
    sub_nbr char(15) not null unique,  -- = 100000000000000 + rownum
    bit_1 smallint,                    -- = random(0, 1)
    bit_2 smallint,                    -- = random(0, 1)
    bit_3 smallint,                    -- = random(0, 1)
    bit_4 smallint,                    -- = random(0, 1)
    bit_5 smallint,                    -- = random(0, 1)
    bit_6 smallint,                    -- = random(0, 1)
    bit_7 smallint,                    -- = random(0, 1)
    bit_8 smallint,                    -- = random(0, 1)
    bit_9 smallint,                    -- = random(0, 1)
    bit_10 smallint,                   -- = random(0, 1)
    hex_1 smallint,                    -- = random(0, 15)
    hex_2 smallint,                    -- = random(0, 15)
    hex_3 smallint,                    -- = random(0, 15)
    hex_4 smallint,                    -- = random(0, 15)
    hex_5 smallint,                    -- = random(0, 15)
    hex_6 smallint,                    -- = random(0, 15)
    hex_7 smallint,                    -- = random(0, 15)
    hex_8 smallint,                    -- = random(0, 15)
    hex_9 smallint,                    -- = random(0, 15)
    hex_10 smallint,                   -- = random(0, 15)
    byte2_1 smallint,                  -- = random(0, 255)
    byte2_2 smallint,                  -- = random(0, 255)
    byte2_3 smallint,                  -- = random(0, 255)
    byte2_4 smallint,                  -- = random(0, 255)
    byte2_5 smallint,                  -- = random(0, 255)
    byte2_6 smallint,                  -- = random(0, 255)
    byte2_7 smallint,                  -- = random(0, 255)
    byte2_8 smallint,                  -- = random(0, 255)
    byte2_9 smallint,                  -- = random(0, 255)
    byte2_10 smallint,                 -- = random(0, 255)
    msc_location decimal(10),          -- = random(1, 4294967295)
    vlr_location decimal(10)           -- = random(1, 4294967295)
);

-- rows: :subscribers * :scale * 5 / 2
create table tatp_access_info (
    s_id integer not null,      -- = (rownum - 1) * 2 / 5 + 1
    ai_type smallint not null,  -- = 1 + ((rownum - 1) % 5 + abs(hash_fnv1a((rownum - 1) * 2 / 5, 0) % 4)) % 4
    data1 smallint,             -- = random(0, 255)
    data2 smallint,             -- = random(0, 255)
    data3 char(3),              -- = pattern('@@@')
    data4 char(5),              -- = pattern('@@@@@')
    primary key (s_id, ai_type)
);

-- rows: :subscribers * :scale * 5 / 2
create table tatp_special_facility (
    s_id integer not null,        -- = (rownum - 1) * 2 / 5 + 1
    sf_type smallint not null,    -- = 1 + ((rownum - 1) % 5 + abs(hash_fnv1a((rownum - 1) * 2 / 5, 0) % 4)) % 4
    is_active smallint not null,  -- = CASE WHEN random(1, 100) <= 85 THEN 1 ELSE 0 END
    error_cntrl smallint,         -- = random(0, 255)
    data_a smallint,              -- = random(0, 255)
    data_b char(5),               -- = pattern('@@@@@')
    primary key (s_id, sf_type)
);

-- rows: :subscribers * :scale * 15 / 4
create table tatp_call_forwarding (
    s_id integer not null,         -- = ((rownum - 1) * 2 / 3) * 2 / 5 + 1
    sf_type smallint not null,     -- = 1 + (((rownum - 1) * 2 / 3) % 5 + abs(hash_fnv1a(((rownum - 1) * 2 / 3) * 2 / 5, 0) % 4)) % 4
    start_time smallint not null,  -- = 8 * ((rownum - 1) % 3)
    end_time smallint,             -- = 8 * ((rownum - 1) % 3) + 1 + (rownum - 1) % 8
    numberx char(15),              -- = pattern('###############')
    primary key (s_id, sf_type, start_time)
);
