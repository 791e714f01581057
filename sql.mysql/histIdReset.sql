-- After the rows of runs are gone: InnoDB numbers the next row from above the highest one that is left.

alter table bmsql_history auto_increment = 1;
