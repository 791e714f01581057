package io.bmsql.agents;

import io.bmsql.common.IoReason;
import io.bmsql.result.CollectorCsv;
import io.bmsql.result.CsvTable;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultReadException;
import io.bmsql.result.ResultWriteException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** The files beside the transactions: counts are added up; what was collected of the database is that of the first driver. */
record SideFiles(List<PartRun> runs, ResultDirectory into, List<String> remarks) {
    private static final CsvTable<Note> NOTES = new CsvTable<>(Note.class);

    /** A row of {@code collectors.csv}. */
    record Note(String source, long samples, String note) {}

    void write() {
        copyFirst(ResultDirectory::databaseMetrics);
        copyFirst(ResultDirectory::databaseSettings);
        copyFirst(ResultDirectory::databaseStatements);
        copyHosts();
        writeNotes();
    }

    private <R extends Record> void read(Path path, CsvTable<R> table, Consumer<R> rows) {
        if (Files.isRegularFile(path)) {
            try {
                table.read(path, rows);
            } catch (ResultReadException e) {
                remarks.add(e.getMessage() + "; the answer has what could be read before");
            }
        }
    }

    private void copyFirst(Function<ResultDirectory, Path> file) {
        runs.stream()
                .map(run -> file.apply(run.directory()))
                .filter(Files::isRegularFile)
                .findFirst()
                .ifPresent(path -> copy(path, file.apply(into)));
    }

    /** Hosts that the first driver watched stay where they are; those of others get the driver's name where they have none. */
    private void copyHosts() {
        for (PartRun run : runs) {
            for (Path folder : run.directory().hostDirectories()) {
                boolean isFirst = run.equals(runs.get(0));
                boolean isOwn = folder.equals(run.directory().data());
                List<Path> files = hostFiles(folder);
                if (files.isEmpty()) {
                    continue;
                }
                String name = isOwn
                        ? ResultDirectory.driverName(
                                run.part().number(), run.part().host())
                        : folder.getFileName().toString();
                Path target = isFirst && isOwn ? into.data() : into.hostData(name);
                files.stream()
                        .filter(file -> !Files.exists(target.resolve(file.getFileName())))
                        .forEach(file -> copy(file, target.resolve(file.getFileName())));
            }
        }
    }

    private static List<Path> hostFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("(sys_info|blk_.*|net_.*)\\.csv"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new ResultReadException("Cannot list " + folder + " (" + IoReason.of(e) + ")", e);
        }
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new ResultWriteException("Cannot copy " + from + " to " + to + " (" + IoReason.of(e) + ")", e);
        }
    }

    /** What collectors had to say, of drivers after the first with their number. */
    private void writeNotes() {
        List<CollectorCsv.Summary> notes = new ArrayList<>();
        for (PartRun run : runs) {
            String prefix =
                    run.equals(runs.get(0)) ? "" : "driver " + run.part().number() + ": ";
            read(run.directory().collectors(), NOTES, row -> {
                List<String> note = row.note().isBlank() ? List.of() : List.of(row.note());
                notes.add(new CollectorCsv.Summary(prefix + row.source(), row.samples(), note));
            });
        }
        if (!notes.isEmpty()) {
            CollectorCsv.write(into, notes);
        }
    }
}
