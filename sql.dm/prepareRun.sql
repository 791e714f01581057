-- Between load and run, after the statistics: all changed pages go to disk; the number is their share in percent (DM8's manual of
-- system functions, CHECKPOINT).

select checkpoint(100);
