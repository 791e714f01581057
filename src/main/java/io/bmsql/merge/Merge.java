package io.bmsql.merge;

import io.bmsql.result.ResultDirectory;
import io.bmsql.result.RunSummary;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes one result directory out of those that the drivers of a run left. It is made beside its place and moved there when it is
 * whole; {@code summary.json} comes last, so that nobody takes a half one for a result.
 */
public final class Merge {
    private Merge() {}

    /** What becomes of the drivers' {@code result.csv}. */
    public enum Rows {
        /** They stay where they are, below {@code drivers/}. */
        KEPT,
        /** One file for all, in the order of time; memory does not grow with it. */
        MERGED
    }

    /**
     * The answer.
     *
     * @param remarks sentences about what is missing or uncertain in it
     */
    public record Merged(ResultDirectory directory, RunSummary summary, List<String> remarks) {}

    /**
     * Merges.
     *
     * @param group what all drivers of the run call it
     * @param parts one for each planned driver, by number; at least one has a directory
     * @param into the directory to make. The drivers' own directories may lie in its {@code drivers/} already; those that lie
     *     elsewhere are copied there
     * @throws io.bmsql.result.ResultReadException when the parts do not fit together or one cannot be read
     * @throws io.bmsql.result.ResultWriteException when {@code into} is a result already or cannot be written
     */
    public static Merged of(String group, List<Part> parts, Path into, Rows rows) {
        throw new UnsupportedOperationException("not written yet");
    }
}
