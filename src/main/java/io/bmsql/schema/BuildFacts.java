package io.bmsql.schema;

import io.bmsql.dialect.Layout;
import io.bmsql.schema.BuildPlan.PlannedStep;
import io.bmsql.schema.PopulationException.PopulationFact;
import io.bmsql.spec.SchemaOption;
import io.bmsql.spec.Table;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a build did around its load, collected while it goes on. Steps that an earlier build did are not in it. One thread at a time. */
public final class BuildFacts {
    /** The facts of the population check that are numbers of rows. */
    private static final Map<String, Table> ROW_COUNTS = Map.of(
            "items", Table.ITEM,
            "warehouses", Table.WAREHOUSE,
            "stock_rows", Table.STOCK,
            "districts", Table.DISTRICT,
            "customers", Table.CUSTOMER,
            "history_rows", Table.HISTORY,
            "orders", Table.ORDER,
            "order_lines", Table.ORDER_LINE,
            "new_orders", Table.NEW_ORDER);

    private final Map<String, Double> stepSeconds = new LinkedHashMap<>();
    private final Map<String, Long> tableRows = new LinkedHashMap<>();
    private final Map<String, String> schema = new LinkedHashMap<>();
    private int populationFacts;

    BuildFacts(Layout layout) {
        schema.put("partitions", Integer.toString(layout.partitions()));
        for (SchemaOption option : SchemaOption.values()) {
            if (layout.options().containsKey(option)) {
                schema.put(option.word(), Boolean.toString(layout.isOn(option)));
            }
        }
    }

    void step(PlannedStep step, double seconds) {
        if (step.step() != BuildStep.LOAD && BuildStep.BUILD.contains(step.step())) {
            stepSeconds.put(step.step().title(), seconds);
        }
    }

    void fact(PopulationFact fact) {
        populationFacts++;
        Table table = ROW_COUNTS.get(fact.name());
        if (table != null && fact.actual() != null) {
            tableRows.put(LoadRecord.shortName(table), fact.actual().longValue());
        }
    }

    Map<String, Double> stepSeconds() {
        return stepSeconds;
    }

    /** By the table's name without its prefix. */
    Map<String, Long> tableRows() {
        return tableRows;
    }

    Map<String, String> schema() {
        return schema;
    }

    /** How many were compared. */
    int populationFacts() {
        return populationFacts;
    }
}
