drop table if exists usertable;
