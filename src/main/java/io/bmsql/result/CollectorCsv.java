package io.bmsql.result;

import io.bmsql.common.SecretText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Names the columns that collectors write. Those of hosts are BenchmarkSQL 5.x's, ours at the end; {@code elapsed} is
 * milliseconds from the start of the window.
 */
public final class CollectorCsv {
    /** {@code sys_info.csv}. CPU columns are shares of all CPUs, 0 to 1; {@code vm_nr_dirty} is pages. */
    public static final String SYSTEM_HEADER =
            "run,elapsed,cpu_user,cpu_nice,cpu_system,cpu_idle,cpu_iowait,cpu_irq,cpu_softirq,cpu_steal,cpu_guest,"
                    + "cpu_guest_nice,vm_nr_dirty,run_queue,ctx_switches_s,mem_total_kb,mem_available_kb,dirty_kb,"
                    + "writeback_kb";

    /** {@code blk_*.csv}, per second; kB of 1,024 bytes. Await is milliseconds an operation, utilisation percent of the time. */
    public static final String BLOCK_HEADER =
            "run,elapsed,device,rdiops,rdmerges,rdkbps,wriops,wrmerges,wrkbps,read_await_ms,write_await_ms,util_pct";

    /** {@code net_*.csv}, per second; kB of 1,024 bytes. */
    public static final String NETWORK_HEADER = "run,elapsed,device,rxpktsps,rxkbps,txpktsps,txkbps";

    /** {@code load_generator.csv}: the load generator's own process; one busy core is 100 percent. */
    public static final String LOAD_GENERATOR_HEADER = "elapsed_s,cpu_pct,gc_ms,heap_mb";

    /** {@code cpu_speed_probe.csv}: how long the same piece of work took on the load generator's host, and waited for a processor. */
    public static final String CPU_SPEED_PROBE_HEADER = "elapsed_s," + HostSpeed.COLUMN + "," + HostSpeed.WAIT_COLUMN;

    public static final String PROCESSORS = "processors";

    public static final String MEGAHERTZ = "cpu_mhz";

    /** Are shares of all processors, only where the server's processes can be seen. */
    public static final String CPU_SERVER = "cpu_server";

    public static final String CPU_LOAD_GENERATOR = "cpu_load_generator";

    public static final String CPU_OTHERS = "cpu_others";

    public static final String SESSIONS = "sessions";

    /** {@code db_metrics.csv}: seconds from the start of the window, negative during ramp-up; a line for each series of each chart. */
    public static final List<String> METRICS = List.of("elapsed_s", "chart", "series", "unit", "value");

    /** {@code db_settings.csv}: settings that are not the default, or with which a crash may lose commits. */
    public static final List<String> SETTINGS = List.of("name", "value", "default", "unit", "unsafe");

    /** {@code db_statements.csv}: what statements cost over the run; type of transaction and name where it is one of the folder's. */
    public static final List<String> STATEMENTS =
            List.of("statement", "calls", "total_ms", "mean_ms", "rows", "type", "name");

    private CollectorCsv() {}

    /**
     * Says what became of one source of figures: a host as the settings name it, {@code local}, or {@code database}.
     */
    public record Summary(String source, long samples, List<String> notes) {}

    public static void write(ResultDirectory directory, List<Summary> summaries) {
        try (AppendedFile file = directory.append(directory.collectors())) {
            file.append(line(List.of("source", "samples", "note")));
            for (Summary summary : summaries) {
                List<String> notes = summary.notes().isEmpty() ? List.of("") : summary.notes();
                notes.forEach(note -> file.append(line(List.of(summary.source(), summary.samples(), note))));
            }
        }
    }

    public static void read(Path path, Consumer<Summary> lines) {
        CsvTable.rows(path, row -> {
            String note = row.getField("note");
            lines.accept(new Summary(
                    row.getField("source"),
                    CsvTable.count("samples", row.getField("samples")),
                    note.isBlank() ? List.of() : List.of(note)));
        });
    }

    /** Cells as a line with its end; passwords in them are starred. */
    public static String line(List<?> cells) {
        return CsvTable.line(cells.stream().map(CollectorCsv::cell).toList());
    }

    /** Whole numbers without a point; others with six digits behind it, as the original's script wrote them. */
    private static Object cell(Object cell) {
        if (cell instanceof Double value) {
            return value == Math.rint(value) ? (Object) value.longValue() : String.format(Locale.ROOT, "%.6f", value);
        }
        return cell instanceof String text ? SecretText.hideIn(text) : cell;
    }
}
