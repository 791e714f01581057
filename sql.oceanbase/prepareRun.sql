-- Between load and run, after the statistics: a major compaction of the tenant, as OceanBase's guide for TPC-C asks for. A tenant may
-- order its own (manual, ALTER SYSTEM MAJOR FREEZE for a user tenant); it is over when the last one that ended is the last one
-- that began.

-- wait until: select count(*) = 0 from oceanbase.DBA_OB_MAJOR_COMPACTION where status <> 'IDLE' or last_scn < frozen_scn
-- at most: 60min
alter system major freeze;
