package io.bmsql.load;

import io.bmsql.schema.BuildListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The console lines of a load, kept. */
public final class RecordedLines implements BuildListener {
    public final List<String> output = new CopyOnWriteArrayList<>();
    public final List<String> errors = new CopyOnWriteArrayList<>();

    @Override
    public void worker(String line) {
        output.add(line);
    }

    @Override
    public void problem(String line) {
        errors.add(line);
    }
}
