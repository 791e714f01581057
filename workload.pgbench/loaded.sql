select count(*) as scale from pgbench_branches
