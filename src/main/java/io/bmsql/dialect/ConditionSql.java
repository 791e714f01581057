package io.bmsql.dialect;

import io.bmsql.spec.RefusedException;
import java.util.ArrayList;
import java.util.List;

/**
 * A consistency condition of {@code checks.sql} as JDBC takes it. A text with {@code :first_w_id} and {@code :last_w_id} is asked
 * about one range of warehouses after the other, any other text about all at once.
 *
 * @param parameters their names in the order of the question marks
 */
public record ConditionSql(String name, String about, String text, String place, List<String> parameters) {
    public static final String FIRST_WAREHOUSE = "first_w_id";
    public static final String LAST_WAREHOUSE = "last_w_id";

    static ConditionSql of(NamedSql source) throws RefusedException {
        List<String> found = new ArrayList<>();
        String text = NamedStatement.toJdbc(source, found);
        List<String> known = List.of(FIRST_WAREHOUSE, LAST_WAREHOUSE);
        if (!found.isEmpty() && !(known.containsAll(found) && found.containsAll(known))) {
            throw new RefusedException(source.place() + ": " + source.name() + " uses the parameters " + found
                    + ", but a condition has both of " + known + " or none");
        }
        return new ConditionSql(source.name(), source.about(), text, source.place(), List.copyOf(found));
    }

    public boolean isByWarehouse() {
        return !parameters.isEmpty();
    }
}
