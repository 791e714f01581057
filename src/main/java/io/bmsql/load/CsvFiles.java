package io.bmsql.load;

import io.bmsql.common.IoReason;
import io.bmsql.load.LoadTargets.LoadTarget;
import io.bmsql.load.Loader.SliceRows;
import io.bmsql.schema.LoadProgress;
import io.bmsql.tpcc.Slice;
import io.bmsql.tpcc.Table;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.apache.commons.io.IOUtils;

/**
 * The CSV files of benchmarksql-formats.md, CSV files, shared by all workers. Rows wait for those before them in the plan, so that the files
 * hold the same bytes for any number of workers; the worker with the lowest unit never waits.
 */
record CsvFiles(String nullText, ZoneId zone, LoadPlan plan, LoadProgress progress, List<OrderedFile> files)
        implements LoadTargets, Closeable {
    /** Creates or empties the files; the prefix goes before each name as it is: a folder needs its slash. */
    CsvFiles(String prefix, String nullText, ZoneId zone, LoadPlan plan, LoadProgress progress) throws IOException {
        this(nullText, zone, plan, progress, new ArrayList<>());
        try {
            for (Table table : Table.values()) {
                files.add(new OrderedFile(Path.of(prefix + table.csvName())));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Commit and close have nothing to do: the rows are in the files at once, which belong to all workers. */
    @Override
    public LoadTarget open() {
        TextRows<IOException> rows = TextRows.csv(nullText, zone);
        return source -> {
            // Of TPC-C, which alone is written to files.
            Slice slice = ((SliceRows) source).slice();
            OrderedFile file = files.get(slice.table().ordinal());
            int turn = plan.sequence(slice);
            rows.redirect((bytes, length, count) -> {
                file.append(turn, bytes, length);
                progress.add(count, length);
            });
            source.write(rows);
            rows.flush();
            file.endTurn(turn);
        };
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
        files.forEach(OrderedFile::stop);
    }

    @Override
    public void close() throws IOException {
        // All are closed, also when one fails.
        IOUtils.close(files.toArray(Closeable[]::new));
    }

    private static final class OrderedFile implements Closeable {
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
                String why = e instanceof NoSuchFileException ? "its folder does not exist" : IoReason.of(e, path);
                throw new IOException("cannot create " + path + ": " + why, e);
            }
        }

        synchronized void append(int turn, byte[] bytes, int length) throws IOException {
            awaitTurn(turn);
            ByteBuffer rest = ByteBuffer.wrap(bytes, 0, length);
            try {
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
            } catch (IOException e) {
                throw new IOException("cannot write " + path + ": " + e.getMessage(), e);
            }
        }

        synchronized void endTurn(int turn) {
            awaitTurn(turn);
            nextTurn = turn + 1;
            notifyAll();
        }

        synchronized void stop() {
            stopped = true;
            notifyAll();
        }

        private synchronized void awaitTurn(int turn) {
            try {
                while (nextTurn != turn && !stopped) {
                    wait();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException();
            }
            if (stopped) {
                throw new CancellationException();
            }
        }

        @Override
        public synchronized void close() throws IOException {
            channel.close();
        }
    }
}
