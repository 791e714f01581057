drop table sb_checking;
drop table sb_savings;
drop table sb_accounts;
