-- What bmsql doctor --try-rights sends. A table of this name that is there already stays: the first statement fails then.

create table bmsql_doctor (
    d_id        integer not null primary key
);

drop table bmsql_doctor;
