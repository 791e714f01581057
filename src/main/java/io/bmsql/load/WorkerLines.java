package io.bmsql.load;

import java.util.Locale;
import java.util.function.Consumer;

/** The loader's console lines, in BenchmarkSQL's words (contract 3.5). */
public final class WorkerLines implements LoadListener {
    private final Consumer<String> output;
    private final Consumer<String> errors;

    /**
     * @param output takes a line without its end, from any thread
     * @param errors as well
     */
    public WorkerLines(Consumer<String> output, Consumer<String> errors) {
        this.output = output;
        this.errors = errors;
    }

    @Override
    public void itemsBegin(int worker) {
        output.accept(line(worker, "Loading ITEM"));
    }

    @Override
    public void itemsDone(int worker) {
        output.accept(line(worker, "Loading ITEM done"));
    }

    @Override
    public void warehouseBegin(int worker, int warehouse) {
        output.accept(line(worker, warehouse(warehouse)));
    }

    @Override
    public void warehouseDone(int worker, int warehouse) {
        output.accept(line(worker, warehouse(warehouse) + " done"));
    }

    @Override
    public void failed(int worker, String reason) {
        errors.accept(line(worker, "ERROR: " + reason));
    }

    @Override
    public void note(String text) {
        errors.accept(text);
    }

    private static String line(int worker, String text) {
        return String.format(Locale.ROOT, "Worker %03d: %s", worker, text);
    }

    private static String warehouse(int warehouse) {
        return String.format(Locale.ROOT, "Loading Warehouse %6d", warehouse);
    }
}
