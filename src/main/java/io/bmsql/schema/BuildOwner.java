package io.bmsql.schema;

import io.bmsql.common.ProgramContext;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/**
 * The process that builds, as the journal notes it. Each new owner adds a row; the last one counts. So a second build beside a
 * living one is refused, and one after an interruption resumes it. Immutable.
 *
 * @param begun of the process, in seconds since 1970: another process may get its number later
 */
record BuildOwner(String host, long pid, long begun) {
    private static final String ROW = "builder ";
    private static final int LONGEST_HOST = 150;

    static BuildOwner here() {
        ProcessHandle self = ProcessHandle.current();
        String host = ProgramContext.hostName();
        return new BuildOwner(host.substring(0, Math.min(LONGEST_HOST, host.length())), self.pid(), begun(self));
    }

    private static long begun(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH).getEpochSecond();
    }

    /** The owner now; empty when the last one left in good order, or when an earlier version began the build. */
    static Optional<BuildOwner> of(Map<String, String> rows) {
        String row = rows.get(ROW + count(rows));
        String[] parts = row == null ? new String[0] : row.split(" ", 3);
        return parts.length == 3
                ? Optional.of(new BuildOwner(parts[2], Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                : Optional.empty();
    }

    /** The row with which this process takes over a journal that has these rows. */
    Map<String, String> row(Map<String, String> rows) {
        return Map.of(ROW + (count(rows) + 1), pid + " " + begun + " " + host);
    }

    /** The row with which the owner leaves such a journal. */
    static Map<String, String> leaving(Map<String, String> rows) {
        return Map.of(ROW + (count(rows) + 1), "nobody");
    }

    private static long count(Map<String, String> rows) {
        return rows.keySet().stream().filter(name -> name.startsWith(ROW)).count();
    }

    boolean isOn(BuildOwner other) {
        return host.equals(other.host);
    }

    /** True when this is another process of this host that still lives. */
    boolean isAtWorkHere() {
        BuildOwner self = here();
        return isOn(self)
                && pid != self.pid
                && ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .filter(process -> begun(process) == begun)
                        .isPresent();
    }

    @Override
    public String toString() {
        String since = DateTimeFormatter.ISO_LOCAL_DATE_TIME
                .format(Instant.ofEpochSecond(begun).atZone(ZoneId.systemDefault()))
                .replace('T', ' ');
        return "process " + pid + " on " + host + ", started " + since;
    }
}
