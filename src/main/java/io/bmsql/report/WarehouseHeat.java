package io.bmsql.report;

import io.bmsql.analysis.Repeats;
import io.bmsql.common.NumberText;
import io.bmsql.report.chart.SpreadCharts;
import io.bmsql.result.CollectedFigures.WarehouseCounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** New-Orders by warehouse as a grid, 1 for the busiest cell; many warehouses share one, which shows their mean. */
public record WarehouseHeat(
        double[] shares, List<String> rowLabels, int warehousesACell, double most, String sentence) {
    private static final int MAX_CELLS = 1000;

    static @Nullable WarehouseHeat of(List<WarehouseCounts> counts, Words words) {
        List<WarehouseCounts> warehouses = counts.stream()
                .sorted(Comparator.comparingInt(WarehouseCounts::warehouseId))
                .toList();
        long all = warehouses.stream().mapToLong(WarehouseCounts::newOrders).sum();
        if (all == 0) {
            return null;
        }
        int together = (warehouses.size() + MAX_CELLS - 1) / MAX_CELLS;
        List<Double> cells = new ArrayList<>();
        for (int i = 0; i < warehouses.size(); i += together) {
            cells.add(warehouses.subList(i, Math.min(warehouses.size(), i + together)).stream()
                    .mapToLong(WarehouseCounts::newOrders)
                    .average()
                    .orElse(0));
        }
        double most = cells.stream().mapToDouble(cell -> cell).max().orElse(1);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < cells.size(); i += SpreadCharts.COLUMNS) {
            rows.add(NumberText.count(warehouses.get(i * together).warehouseId()));
        }
        double[] shares = cells.stream().mapToDouble(cell -> cell / most).toArray();
        return new WarehouseHeat(shares, rows, together, most, sentence(warehouses, words));
    }

    private static String sentence(List<WarehouseCounts> warehouses, Words words) {
        String ending = warehouses.size() == 1 ? ".one" : "";
        Comparator<WarehouseCounts> byOrders = Comparator.comparingLong(WarehouseCounts::newOrders);
        WarehouseCounts least = Collections.min(warehouses, byOrders);
        WarehouseCounts most = Collections.max(warehouses, byOrders);
        WarehouseCounts worst = Collections.max(warehouses, Comparator.comparingLong(WarehouseCounts::failed));
        long failed = warehouses.stream().mapToLong(WarehouseCounts::failed).sum();
        double[] orders =
                warehouses.stream().mapToDouble(WarehouseCounts::newOrders).toArray();
        String sentence = words.text(
                "heat.sentence" + ending,
                NumberText.count(warehouses.size()),
                NumberText.count(least.newOrders()),
                least.warehouseId(),
                NumberText.count(most.newOrders()),
                most.warehouseId(),
                NumberText.count(Math.round(Repeats.median(orders))));
        String failures = words.text(
                failed == 1 && warehouses.size() > 1 ? "heat.failed.single" : "heat.failed" + ending,
                NumberText.count(failed),
                worst.warehouseId(),
                NumberText.count(worst.failed()));
        return failed == 0 ? sentence : sentence + " " + failures;
    }
}
