package io.bmsql.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was collected beside the transactions. A missing or damaged file costs its charts and nothing else.
 *
 * @param loadGenerator {@code load_generator.csv}
 * @param cpuSpeedProbe {@code cpu_speed_probe.csv}
 * @param notes {@code collectors.csv}: {@code source,samples,note}; without a source it is about another file
 */
public record CollectedFigures(
        @Nullable SampleTable loadGenerator,
        @Nullable SampleTable cpuSpeedProbe,
        List<Host> hosts,
        Database database,
        List<WarehouseCounts> warehouses,
        List<Map<String, String>> notes,
        List<ErrorCounts> errors,
        List<InputCounts> inputs) {
    /** More settings or statements than a page could show. */
    private static final int MAX_ROWS = 5000;

    private static final Logger LOG = LoggerFactory.getLogger(CollectedFigures.class);

    /** One host: {@code sys_info.csv}, {@code blk_*.csv} and {@code net_*.csv}. The first or only one has no name. */
    public record Host(
            String name, @Nullable SampleTable system, List<SampleTable> disks, List<SampleTable> networks) {}

    /** The database; each part is empty without its file. */
    public record Database(
            List<MetricSeries> metrics,
            List<Map<String, String>> settings,
            List<Map<String, String>> statements,
            List<SessionSample> sessions,
            List<StatementTime> times) {
        private static final Pattern BYTES = Pattern.compile("(\\d*)(kB|KB|MB|GB)");
        private static final List<String> UNITS = List.of("kB", "MB", "GB", "TB");

        public Map<String, String> settingValues() {
            Map<String, String> values = new TreeMap<>();
            settings.forEach(row -> values.put(row.getOrDefault("name", ""), withUnit(row, "value")));
            return values;
        }

        /** Those with which a crash may lose what was committed, as {@code name=value}. */
        public List<String> unsafeSettings() {
            return settings.stream()
                    .filter(row -> row.getOrDefault("unsafe", "").equals("yes"))
                    .map(row -> row.getOrDefault("name", "") + "=" + row.getOrDefault("value", ""))
                    .sorted()
                    .toList();
        }

        /** What the server would have had without them, where it says so. */
        public Map<String, String> settingDefaults() {
            Map<String, String> values = new TreeMap<>();
            settings.stream()
                    .filter(row -> !row.getOrDefault("default", "").isEmpty())
                    .forEach(row -> values.put(row.getOrDefault("name", ""), withUnit(row, "default")));
            return values;
        }

        /** {@code 30 s}; {@code 256 MB} where it is counted in blocks or in smaller units. */
        private static String withUnit(Map<String, String> row, String column) {
            String value = row.getOrDefault(column, "");
            String unit = row.getOrDefault("unit", "");
            Matcher size = BYTES.matcher(unit);
            if (!size.matches() || !value.matches("[1-9][0-9]{0,11}")) {
                return unit.isEmpty() || value.isEmpty() ? value : value + " " + unit;
            }
            long number = Long.parseLong(value) * (size.group(1).isEmpty() ? 1 : Long.parseLong(size.group(1)));
            int power = UNITS.indexOf(size.group(2).replace('K', 'k'));
            for (; number % 1024 == 0 && power < UNITS.size() - 1; power++) {
                number /= 1024;
            }
            return number + " " + UNITS.get(power);
        }
    }

    /** A row of {@code data/errors.csv}: failed attempts in a second of the whole run; none for a class without any. */
    public record ErrorCounts(int second, @JsonProperty("class") String errorClass, long attempts) {
        public static final CsvTable<ErrorCounts> CSV = new CsvTable<>("errors.csv", ErrorCounts.class);
    }

    /** A row of {@code data/inputs.csv}: the inputs of what ended in a second; none for a second without any. */
    public record InputCounts(int second, WorkloadCounts counts) {
        public static final CsvTable<InputCounts> CSV = new CsvTable<>("inputs.csv", InputCounts.class);
    }

    /** A row of {@code data/warehouse_heat.csv}: what completed or failed in the window, by home warehouse. */
    public record WarehouseCounts(
            @JsonProperty("w_id") int warehouseId,
            @JsonProperty("new_orders") long newOrders,
            long payments,
            long failed) {
        public static final CsvTable<WarehouseCounts> CSV = new CsvTable<>("warehouse_heat.csv", WarehouseCounts.class);
    }

    /** Reads what is there; {@code missing} are sentences about other files that could not be read, for the notes. */
    public static CollectedFigures read(ResultDirectory directory, List<String> missing) {
        List<Map<String, String>> notes = new ArrayList<>();
        missing.forEach(note -> notes.add(Map.of("source", "", "samples", "0", "note", note)));
        List<Host> hosts = directory.hostDirectories().stream()
                .map(folder -> new Host(
                        folder.equals(directory.data()) ? "" : String.valueOf(folder.getFileName()),
                        read(folder.resolve("sys_info.csv"), SampleTable::read),
                        devices(folder, "blk_*.csv"),
                        devices(folder, "net_*.csv")))
                .filter(host -> host.system != null || !host.disks.isEmpty() || !host.networks.isEmpty())
                .toList();
        Function<Path, List<Map<String, String>>> table = path -> CsvTable.texts(path, MAX_ROWS);
        notes.addAll(list(directory.collectors(), table));
        List<SessionSample> sessions = list(directory, SessionSample.CSV);
        return new CollectedFigures(
                read(directory.loadGenerator(), SampleTable::read),
                read(directory.cpuSpeedProbe(), SampleTable::read),
                hosts,
                new Database(
                        Stream.of(
                                        MetricSeries.ofReplicas(list(directory, ReplicaRow.CSV)),
                                        SessionSample.byClass(sessions),
                                        list(directory.databaseMetrics(), MetricSeries::read))
                                .flatMap(List::stream)
                                .filter(series -> !series.chart().equals(MetricSeries.UPTIME))
                                .toList(),
                        list(directory.databaseSettings(), table),
                        list(directory.databaseStatements(), table),
                        sessions,
                        list(directory, StatementTime.CSV)),
                list(directory, WarehouseCounts.CSV),
                List.copyOf(notes),
                list(directory, ErrorCounts.CSV),
                list(directory, InputCounts.CSV));
    }

    static CollectedFigures settings(ResultDirectory directory) {
        List<Map<String, String>> settings = list(directory.databaseSettings(), path -> CsvTable.texts(path, MAX_ROWS));
        Database database = new Database(List.of(), settings, List.of(), List.of(), List.of());
        return new CollectedFigures(null, null, List.of(), database, List.of(), List.of(), List.of(), List.of());
    }

    private static List<SampleTable> devices(Path folder, String pattern) {
        List<SampleTable> devices = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, pattern)) {
            found.forEach(path -> devices.addAll(list(path, file -> List.of(SampleTable.read(file)))));
        } catch (IOException e) {
            LOG.warn("Cannot list {} ({}); its devices are left out of the report", folder, e.getMessage());
        }
        devices.sort(Comparator.comparing(SampleTable::name));
        return devices;
    }

    private static <R extends Record> List<R> list(ResultDirectory directory, CsvTable<R> table) {
        return list(table.in(directory), table::list);
    }

    private static <T> List<T> list(Path path, Function<Path, List<T>> reader) {
        List<T> found = read(path, reader);
        return found == null ? List.of() : found;
    }

    private static <T> @Nullable T read(Path path, Function<Path, T> reader) {
        try {
            return Files.isRegularFile(path) ? reader.apply(path) : null;
        } catch (ResultReadException e) {
            LOG.warn("{}; it is left out of the report", e.getMessage());
            return null;
        }
    }
}
