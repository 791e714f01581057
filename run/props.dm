# Dameng DM8. All keys: docs/properties.md. Check this file with: ./bmsql validate props.dm
db=dm
driver=dm.jdbc.driver.DmDriver
conn=jdbc:dm://localhost:5236
# Tables of another schema than the user's: jdbc:dm://localhost:5236/SCHEMA
user=benchmarksql
# Or password=${DB_PASSWORD}, or passwordFile=/path/to/file
password=changeme

# Scale and load
warehouses=10
loadWorkers=4
# Write CSV files instead of loading; end a folder in /
#fileLocation=/data/csv/

# The run: terminals without waits, as BenchmarkSQL 5.x has them
terminals=10
# Exactly one of these two is above 0
runMins=10
runTxnsPerTerminal=0
rampupMins=1
# Total rate of all terminals, 0 for none
limitTxnsPerMin=0
terminalWarehouseFixed=true
# Single statements are the slowest form, comparable with BenchmarkSQL; these need fewer round trips, take one
#batchStatements=true
#useStoredProcedures=true
checkAfterRun=true

# The mix. Whole numbers up to 100, or decimals that add up to 100, or none for the specification's deck
newOrderWeight=45
paymentWeight=43
orderStatusWeight=4
deliveryWeight=4
stockLevelWeight=4

# Waits as clause 5.2.5 has them: 1 and 1, with 10 terminals a warehouse
keyingTimeMultiplier=0
thinkTimeMultiplier=0

# The same seed repeats the same data and inputs
#seed=42

resultDirectory=my_result_%tY-%tm-%td_%tH%tM%tS

# Host figures: of this host, or of those reached by ssh without a password. Nothing needs to be installed there.
#osCollectorScript=builtin
#osCollectorInterval=1
#osCollectorSSHAddr=user@dbhost
#osCollectorDevices=net_eth0 blk_sda
