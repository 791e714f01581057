package io.bmsql.result;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads what collectors left in a result directory. A missing or damaged file costs its charts and nothing else. */
public final class CollectedReader {
    /** More settings or statements than a page could show. */
    private static final int MOST_ROWS = 5000;

    private final Logger log = LoggerFactory.getLogger(CollectedReader.class);
    private final ResultDirectory directory;

    public CollectedReader(ResultDirectory directory) {
        this.directory = directory;
    }

    public CollectedFigures read() {
        List<CollectedFigures.Host> hosts = new ArrayList<>();
        for (Path folder : directory.hostDirectories()) {
            CollectedFigures.Host files = host(folder, folder.equals(directory.data()) ? "" : name(folder));
            if (files.system() != null
                    || !files.disks().isEmpty()
                    || !files.networks().isEmpty()) {
                hosts.add(files);
            }
        }
        Function<Path, List<Map<String, String>>> table = path -> CsvTable.texts(path, MOST_ROWS);
        return new CollectedFigures(
                first(files(directory.driverInfo(), SampleTable::read)),
                hosts,
                new CollectedFigures.Database(
                        list(directory.databaseMetrics(), MetricSeries::read),
                        list(directory.databaseSettings(), table),
                        list(directory.databaseStatements(), table)),
                list(directory.warehouseHeat(), WarehouseCounts::read),
                list(directory.collectors(), table),
                list(directory.errors(), ErrorCounts::read),
                list(directory.inputs(), InputCounts::read));
    }

    private CollectedFigures.Host host(Path folder, String name) {
        return new CollectedFigures.Host(
                name,
                first(files(folder.resolve("sys_info.csv"), SampleTable::read)),
                devices(folder, "blk_*.csv"),
                devices(folder, "net_*.csv"));
    }

    private List<SampleTable> devices(Path folder, String pattern) {
        List<SampleTable> devices = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            for (Path path : found) {
                devices.addAll(files(path, SampleTable::read));
            }
        } catch (IOException e) {
            log.warn("Cannot list {} ({}); its devices are left out of the report", folder, e.getMessage());
        }
        devices.sort((one, other) -> one.name().compareTo(other.name()));
        return devices;
    }

    private static String name(Path folder) {
        Path last = folder.getFileName();
        return last == null ? "" : last.toString();
    }

    private static @Nullable SampleTable first(List<SampleTable> tables) {
        return tables.isEmpty() ? null : tables.get(0);
    }

    private <T> List<T> list(Path path, Function<Path, List<T>> reader) {
        List<List<T>> read = files(path, reader);
        return read.isEmpty() ? List.of() : read.get(0);
    }

    private <T> List<T> files(Path path, Function<Path, T> reader) {
        if (!Files.isRegularFile(path)) {
            return List.of();
        }
        try {
            return List.of(reader.apply(path));
        } catch (ResultReadException e) {
            log.warn("{}; it is left out of the report", e.getMessage());
            return List.of();
        }
    }
}
