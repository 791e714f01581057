package io.bmsql.dialect;

import io.bmsql.common.UsageException;
import java.util.ArrayList;
import java.util.List;

/**
 * A consistency condition of {@code checks.sql} as JDBC takes it. A text with {@code :first_w_id} and {@code :last_w_id} is asked
 * about one range of warehouses after the other, any other text about all at once.
 *
 * @param with the name of the condition whose query answers this one too, which then has no text; else empty
 * @param parameters their names in the order of the question marks
 */
public record ConditionSql(String name, String about, String with, String text, String place, List<String> parameters) {
    /** The column of a query for several conditions that holds the clauses of those that the row breaks. */
    public static final String CLAUSES = "clauses";

    public static final String FIRST_WAREHOUSE = "first_w_id";
    public static final String LAST_WAREHOUSE = "last_w_id";

    private static final String NAME_PREFIX = "Check.";

    static ConditionSql of(NamedSql source) throws UsageException {
        List<String> found = new ArrayList<>();
        String text = NamedStatement.toJdbc(source, found);
        List<String> known = List.of(FIRST_WAREHOUSE, LAST_WAREHOUSE);
        if (!found.isEmpty() && !(known.containsAll(found) && found.containsAll(known))) {
            throw new UsageException(source.place() + ": " + source.name() + " uses the parameters " + found
                    + ", but a condition has both of " + known + " or none");
        }
        if (source.with().isEmpty() == text.isEmpty()) {
            throw new UsageException(source.place() + ": " + source.name()
                    + " needs a query, or the name of the condition whose query answers it too (-- with: Check.…)");
        }
        return new ConditionSql(source.name(), source.about(), source.with(), text, source.place(), List.copyOf(found));
    }

    /** Such as 3.3.2.1. */
    public String clause() {
        return name.substring(NAME_PREFIX.length());
    }

    public boolean isByWarehouse() {
        return !parameters.isEmpty();
    }
}
