package io.bmsql.workload;

/**
 * What the inputs of a run are drawn from.
 *
 * @param warehouses W, the scale that the run uses: remote lines and payments go to 1..W
 * @param firstWarehouse first home warehouse of this driver, 1..W
 * @param lastWarehouse last home warehouse of this driver, firstWarehouse..W
 * @param warehouseFixed false: each transaction draws its home warehouse anew
 * @param rollbackPercent share of New-Orders with an item that does not exist
 */
public record InputRules(
        int warehouses, int firstWarehouse, int lastWarehouse, boolean warehouseFixed, double rollbackPercent) {
    public InputRules {
        if (firstWarehouse < 1 || lastWarehouse < firstWarehouse || warehouses < lastWarehouse) {
            throw new IllegalArgumentException(
                    "home warehouses " + firstWarehouse + ".." + lastWarehouse + " must be a part of 1.." + warehouses);
        }
    }
}
