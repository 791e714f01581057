-- How many rows there are: regions, nations, suppliers.
SELECT (SELECT count(*) FROM bmsql_region) + (SELECT count(*) FROM bmsql_nation) + (SELECT count(*) FROM bmsql_supplier)
FROM bmsql_config
WHERE cfg_name = 'warehouses';
