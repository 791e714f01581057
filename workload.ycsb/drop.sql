drop table usertable;
