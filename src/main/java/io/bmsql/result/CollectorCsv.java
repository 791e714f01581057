package io.bmsql.result;

import io.bmsql.common.SecretText;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The files that collectors write. Figures of hosts have the columns of BenchmarkSQL 5.x (benchmarksql-formats.md, Result files), ours at the end;
 * {@code elapsed} is milliseconds from the start of the measurement window, the clock of {@code result.csv}.
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
    public static final String LOAD_GENERATOR_HEADER = "elapsed_s,cpu_pct,gc_ms,heap_mb,compiler_pct,throttled_pct";

    /** {@code cpu_speed_probe.csv}: how long the same piece of work took on the load generator's host, and waited for a processor. */
    public static final String CPU_SPEED_PROBE_HEADER = "elapsed_s," + HostSpeed.COLUMN + "," + HostSpeed.WAIT_COLUMN;

    /** The column of {@code sys_info.csv} before power: how many processors there are. */
    public static final String PROCESSORS = "processors";

    /** Another one: mean frequency of all processors, where the kernel gives it. */
    public static final String MEGAHERTZ = "cpu_mhz";

    /**
     * Others before the processors, shares of all of them: what the server's processes used, load generators', and other programs. Only
     * where the server's processes can be seen.
     */
    public static final String CPU_SERVER = "cpu_server";

    public static final String CPU_LOAD_GENERATOR = "cpu_load_generator";

    public static final String CPU_OTHERS = "cpu_others";

    /** With these: in how many percent of the kernel's periods the limit of its control group stopped the server. */
    public static final String SERVER_THROTTLED = "server_throttled_pct";

    /** The source in {@code collectors.csv} of what was looked for in the server's sessions. */
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
     * What became of watching one source of figures during a run: a host as the settings name it, {@code local} for the
     * load generator's own, {@code database} for the server. Notes are whole sentences: what is missing and why.
     */
    public record Summary(String source, long samples, List<String> notes) {}

    /** Writes {@code collectors.csv}, one line for each note about a source, or one without a note. */
    public static void write(ResultDirectory directory, List<Summary> summaries) {
        try (AppendedFile file = directory.append(directory.collectors())) {
            file.append(line(List.of("source", "samples", "note")));
            for (Summary summary : summaries) {
                List<String> notes = summary.notes().isEmpty() ? List.of("") : summary.notes();
                notes.forEach(note -> file.append(line(List.of(summary.source(), summary.samples(), note))));
            }
        }
    }

    /** Reads {@code collectors.csv}, each line as a summary with one note or none. */
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

    /** Nothing for what is not known; whole numbers without a point; others with six digits behind it, as the original's script wrote them. */
    private static Object cell(Object cell) {
        if (cell instanceof Double value && value.isNaN()) {
            return "";
        }
        if (cell instanceof Double value) {
            return value == Math.rint(value) ? (Object) value.longValue() : String.format(Locale.ROOT, "%.6f", value);
        }
        return cell instanceof String text ? SecretText.hideIn(text) : cell;
    }
}
