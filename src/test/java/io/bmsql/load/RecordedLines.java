package io.bmsql.load;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The console lines of a load, kept. */
final class RecordedLines {
    final List<String> output = new CopyOnWriteArrayList<>();
    final List<String> errors = new CopyOnWriteArrayList<>();

    WorkerLines listener() {
        return new WorkerLines(output::add, errors::add);
    }
}
