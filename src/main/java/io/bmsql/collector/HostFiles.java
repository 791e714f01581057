package io.bmsql.collector;

import io.bmsql.collector.HostSample.HostFacts;
import io.bmsql.result.AppendedFile;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.ResultDirectory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The CSV files of one host in its folder, written line by line. One thread appends, any may close. */
final class HostFiles implements AutoCloseable {
    private static final String SYSTEM = "sys_info";

    private final ResultDirectory directory;
    private final Path folder;
    private final int runId;
    private final Map<String, AppendedFile> files = new ConcurrentHashMap<>();
    /** Those of the system's file that not every host shows; null before its first line. */
    private @Nullable List<String> columns;

    HostFiles(ResultDirectory directory, Path folder, int runId) {
        this.directory = directory;
        this.folder = folder;
        this.runId = runId;
    }

    void append(long elapsedMillis, HostRates rates, HostFacts facts, Iterable<String> devices) {
        Map<String, Double> further = rates.further(facts);
        if (columns == null) {
            columns = List.copyOf(further.keySet());
        }
        List<Object> cells = new ArrayList<>(List.of(runId, elapsedMillis));
        cells.addAll(rates.system());
        // A host that is asked anew may show another part of them: each cell stands below its own name.
        columns.forEach(column -> cells.add(Objects.requireNonNullElse(further.get(column), "")));
        file(SYSTEM, CollectorCsv.SYSTEM_HEADER + "," + String.join(",", columns) + "\n")
                .append(CollectorCsv.line(cells));
        for (String device : devices) {
            boolean block = device.startsWith(DeviceChoice.BLOCK);
            String name = DeviceChoice.kernelName(device);
            file(device, (block ? CollectorCsv.BLOCK_HEADER : CollectorCsv.NETWORK_HEADER) + "\n")
                    .append(line(
                            List.of(runId, elapsedMillis, device), block ? rates.disk(name) : rates.network(name)));
        }
    }

    private static String line(List<Object> begin, List<Double> figures) {
        return CollectorCsv.line(Stream.concat(begin.stream(), figures.stream()).toList());
    }

    /** The file of the system's figures or a device's; the first use makes it. */
    AppendedFile file(String name, String header) {
        return files.computeIfAbsent(name, unused -> {
            AppendedFile file = directory.append(folder.resolve(name + ".csv"));
            file.append(header);
            return file;
        });
    }

    /** What could not be written, one line each. */
    List<String> problems() {
        return files.values().stream()
                .flatMap(file -> Stream.ofNullable(file.problem()))
                .toList();
    }

    @Override
    public void close() {
        files.values().forEach(AppendedFile::close);
    }
}
