package io.bmsql.load;

import io.bmsql.datagen.Population;
import io.bmsql.datagen.Slice;
import io.bmsql.load.LoadPlan.LoadUnit;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.load.TextRows.MeteredTarget;
import io.bmsql.load.TextRows.TextFormat;
import io.bmsql.spec.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.Map;

/**
 * The CSV files of contract 3.6, one per table, shared by all workers. A worker's rows wait for those that come before them
 * in the plan, so that the files hold the same bytes whatever the number of workers. Workers take units in the plan's order, so the
 * one with the lowest unit never waits, and no worker waits for ever.
 */
final class CsvFiles implements LoadTargets {
    private final TextFormat format;
    private final LoadPlan plan;
    private final LoadProgress progress;
    private final Map<Table, OrderedFile> files = new EnumMap<>(Table.class);

    /**
     * Creates the files, or empties them where they exist.
     *
     * @param prefix put before each name as it is, so that a folder needs its slash
     */
    CsvFiles(String prefix, TextFormat format, LoadPlan plan, LoadProgress progress) throws IOException {
        this.format = format;
        this.plan = plan;
        this.progress = progress;
        try {
            for (Table table : Table.values()) {
                files.put(table, new OrderedFile(Path.of(prefix + table.csvName())));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public LoadTarget open() {
        return new CsvTarget();
    }

    @Override
    public String title() {
        return "CSV files";
    }

    @Override
    public String advice() {
        return "Fix the cause, or let fileLocation point elsewhere, and load again: the files are written again.";
    }

    @Override
    public void stop() {
        files.values().forEach(OrderedFile::stop);
    }

    @Override
    public void close() throws IOException {
        IOException first = null;
        for (OrderedFile file : files.values()) {
            try {
                file.close();
            } catch (IOException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private OrderedFile file(Table table) {
        OrderedFile file = files.get(table);
        if (file == null) {
            throw new IllegalStateException("no file for " + table);
        }
        return file;
    }

    private final class CsvTarget implements LoadTarget {
        private final TextRows rows = new TextRows(format, (bytes, offset, length) -> {});

        @Override
        public boolean begin(LoadUnit unit) {
            return true;
        }

        @Override
        public void write(Population population, Slice slice) throws IOException {
            OrderedFile file = file(slice.table());
            int turn = plan.sequence(slice);
            MeteredTarget target = new MeteredTarget(
                    rows, (bytes, offset, length) -> file.append(turn, bytes, offset, length), progress);
            rows.redirect(target);
            population.write(slice, rows);
            rows.flush();
            file.endTurn(turn);
        }

        @Override
        public void commit() {
            // The rows are in the file already: there is nothing to make permanent.
        }

        @Override
        public void close() {
            // The files belong to all workers and are closed by the last one out.
        }
    }

    /** A file that takes its slices in turn. */
    private static final class OrderedFile {
        private final Path path;
        private final FileChannel channel;
        private int nextTurn;
        private boolean stopped;

        OrderedFile(Path path) throws IOException {
            this.path = path;
            try {
                channel = FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING);
            } catch (FileSystemException e) {
                throw new IOException("cannot create " + path + ": " + reason(e), e);
            }
        }

        private static String reason(FileSystemException e) {
            if (e instanceof NoSuchFileException) {
                return "its folder does not exist";
            }
            if (e instanceof AccessDeniedException) {
                return "permission denied";
            }
            return e.getReason() == null ? e.getClass().getSimpleName() : e.getReason();
        }

        /** Blocks until it is this turn, then appends. */
        synchronized void append(int turn, byte[] bytes, int offset, int length) throws IOException {
            awaitTurn(turn);
            ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
            try {
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            } catch (IOException e) {
                throw new IOException("cannot write " + path + ": " + e.getMessage(), e);
            }
        }

        synchronized void endTurn(int turn) throws IOException {
            awaitTurn(turn);
            nextTurn = turn + 1;
            notifyAll();
        }

        synchronized void stop() {
            stopped = true;
            notifyAll();
        }

        private synchronized void awaitTurn(int turn) throws IOException {
            try {
                while (nextTurn != turn && !stopped) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LoadStoppedException();
            }
            if (stopped) {
                throw new LoadStoppedException();
            }
        }

        synchronized void close() throws IOException {
            channel.close();
        }
    }
}
