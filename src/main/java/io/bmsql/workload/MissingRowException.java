package io.bmsql.workload;

/**
 * A row that the specification promises was not there: the database is not a complete TPC-C population, or lost rows. An
 * error of one transaction, never the end of the run.
 */
public final class MissingRowException extends Exception {
    MissingRowException(String message) {
        super(message);
    }

    static MissingRowException of(String what, int warehouse, int district) {
        return new MissingRowException("no " + what + " in warehouse " + warehouse + ", district " + district);
    }

    static MissingRowException noDistrict(TransactionInput input) {
        return new MissingRowException("no district " + input.districtId + " in warehouse " + input.warehouseId);
    }
}
