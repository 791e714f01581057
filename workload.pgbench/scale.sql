select count(*) from pgbench_branches
