drop table if exists sb_checking;
drop table if exists sb_savings;
drop table if exists sb_accounts;
