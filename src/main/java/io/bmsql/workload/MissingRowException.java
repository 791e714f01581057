package io.bmsql.workload;

/** A row that must be there is not: an incomplete population, or lost rows. Fails a transaction, never the run. */
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
