-- How many rows there are: those of regions, nations and suppliers together.
SELECT (SELECT count(*) FROM bmsql_region) + (SELECT count(*) FROM bmsql_nation) + (SELECT count(*) FROM bmsql_supplier)
FROM bmsql_config
WHERE cfg_name = 'warehouses';
