package io.bmsql.workload;

/** A row that must be there is not: an incomplete population, or lost rows. Fails a transaction, never the run. */
public final class MissingRowException extends Exception {
    MissingRowException(String message) {
        super(message);
    }

    static MissingRowException of(String what, int warehouse, int district) {
        return new MissingRowException("no " + what + " in warehouse " + warehouse + ", district " + district);
    }

    /** Makes no text while the row is there. */
    static void require(boolean isThere, String what, int number, int warehouse, int district)
            throws MissingRowException {
        if (!isThere) {
            throw of(what + " " + number, warehouse, district);
        }
    }

    static void requireDistrict(boolean isThere, TransactionInput input) throws MissingRowException {
        if (!isThere) {
            throw new MissingRowException("no district " + input.districtId + " in warehouse " + input.warehouseId);
        }
    }
}
