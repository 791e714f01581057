package io.bmsql.cli;

import io.bmsql.testing.TestFiles;
import io.bmsql.testing.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the test of the documents changes in commands and props files, so that they take a moment and find the test's server. The
 * documents know nothing of it but the footers of the pages.
 *
 * @param url of the server, without a database
 * @param stand the folder of the stand-ins, for commands that a study starts
 * @param builds whether a build is done; other pages print its SQL
 * @param resets whether a study resets between its runs, which takes longer than they do; other pages do nothing there
 */
record DocCuts(String url, Path stand, boolean builds, boolean resets) {
    /** Minutes: less than a second. */
    private static final String RUN = "0.012";

    /** Its first transactions find everything cold, and one must be committed on a slow machine too; so in the tutorial's study. */
    private static final String SINGLE_RUN = "0.03";

    private static final Map<String, String> OPTIONS = Map.of(
            "--terminals", "2",
            "--repeats", "1",
            "--rounds", "6",
            "--to", "1",
            "--confirm-minutes", RUN);

    /** No page is about a rate but those that name one: flat out, each run would take all processors. */
    private static final String RATE = "limitTxnsPerMin=3000";

    /** An outage has to fit into it. */
    private static final String RUN_OF_A_FAILOVER = "0.09";

    /** A threshold or a comparison failed: in runs of a moment that is chance. */
    static int status(int status) {
        return status == ExitCode.THRESHOLD_FAILED.status() ? 0 : status;
    }

    String[] words(List<String> given) {
        List<String> words = new ArrayList<>(given);
        for (int i = 0; i < words.size() - 1; i++) {
            String option = words.get(i);
            String value = words.get(i + 1);
            if (option.equals("--terminals") && builds) {
                words.set(i + 1, "2,4");
            } else if (option.equals("--to") && !words.contains("terminals")) {
                words.set(i + 1, "1000");
            } else if (OPTIONS.containsKey(option)) {
                words.set(i + 1, OPTIONS.get(option));
            } else if (option.equals("--vary")) {
                words.set(i + 1, value.replaceFirst("=.*", "=1"));
            } else if (option.equals("--between") && value.equals("reset") && !resets) {
                words.set(i + 1, "true");
            } else if (option.equals("--between") && value.contains(" ")) {
                words.set(i + 1, "STAND=" + stand + "; PATH=$STAND:$PATH; export STAND PATH; " + value);
            } else if (option.equals("-D")) {
                words.set(i + 1, value.replaceFirst("^terminals=.*", "terminals=4"));
            }
        }
        String command = words.get(0);
        int gate = words.indexOf("--fail-if-worse");
        if (command.equals("compare") && gate > 0) {
            // One repeat a side cannot be judged.
            words.subList(gate, gate + 2).clear();
        }
        boolean isStudy = command.equals("sweep") && !words.contains("--resume") || command.equals("ab");
        if (isStudy || command.equals("run")) {
            boolean isFailover = words.contains("informix.props");
            words.add("-DrampupMins=0");
            words.add("-DrunMins=" + (isFailover ? RUN_OF_A_FAILOVER : isStudy && !builds ? RUN : SINGLE_RUN));
            if (!words.contains("--find-peak") && words.stream().noneMatch(word -> word.startsWith("arrivalRate="))) {
                words.add("-D" + RATE);
            }
            if (isStudy || !builds) {
                words.add("-DcheckAfterRun=false");
            }
            if (!builds) {
                // The study of the tutorial prepares its runs: half of what a run of a moment takes.
                words.addAll(List.of("-DosCollectorScript=", "-DcpuSpeedProbe=false", "-DprepareRun=false"));
                words.add("-DdbCollector=" + command.equals("ab"));
            }
        } else if (command.equals("build") && !builds) {
            words.add("--print-sql");
        }
        return words.toArray(String[]::new);
    }

    /** LightDB's folder can be used on PostgreSQL; the others' cannot. */
    void rewriteProps(Path folder) throws IOException {
        for (Path file : TestFiles.in(folder)) {
            if (file.getFileName().toString().matches("props\\..*|.*\\.props")) {
                String text = Files.readString(file);
                String database =
                        text.contains("5432/postgres") || text.contains(url + "postgres") ? "postgres" : "tpcc";
                Files.writeString(
                        file,
                        text.replaceAll("(?m)^db=(?!lightdb).*", "db=postgres")
                                .replaceAll("(?m)^conn=.*", "conn=" + url + database)
                                .replaceAll("(?m)^user=.*", "user=postgres")
                                .replaceAll("(?m)^password=.*", "password=" + TestServers.password())
                                .replaceAll("(?m)^warehouses=.*", "warehouses=1")
                                .replaceAll("(?m)^loadWorkers=.*", "loadWorkers=2")
                                .replaceAll("(?m)^terminals=\\d\\d+$", "terminals=4")
                                .replaceAll("(?m)^(shards|partitions)=.*\n", "")
                                .replaceAll("(?m)^osCollectorSSHAddr=.*\n", ""));
            }
        }
        for (Path file : TestFiles.in(folder)) {
            if (file.toString().endsWith(".sql")) {
                Files.writeString(file, Files.readString(file).replace("GB'", "MB'"));
            }
        }
    }
}
