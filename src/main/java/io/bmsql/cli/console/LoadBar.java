package io.bmsql.cli.console;

import java.util.List;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** The bar of a load on a terminal. Threads: one. */
public final class LoadBar implements AutoCloseable {
    /** Longer ones say no more; the figures are below the bar. */
    private static final int LONGEST = 78;

    private static final long ROWS_PER_UNIT = 1_000;
    private static final int NEVER_BY_ITSELF_MILLIS = 3_600_000;

    private final ProgressBar bar;
    private String figures = "";

    /** Draws itself as the screen's block whenever it is updated. */
    public LoadBar(ProgressScreen screen, long expectedRows) {
        bar = new ProgressBarBuilder()
                .setTaskName("Loading")
                .setInitialMax(expectedRows)
                .setUnit("k rows", ROWS_PER_UNIT)
                .setStyle(ProgressBarStyle.ASCII)
                .hideEta()
                .setUpdateIntervalMillis(NEVER_BY_ITSELF_MILLIS)
                .setConsumer(new Drawn(screen))
                .build();
    }

    public void update(LoadStatus status) {
        figures = status.belowBar();
        bar.maxHint(Math.max(status.expectedRows(), status.rowsThere()));
        bar.stepTo(status.rowsThere());
        bar.refresh();
    }

    @Override
    public void close() {
        bar.close();
    }

    /** The bar's line as part of the screen's block. */
    private final class Drawn implements ProgressBarConsumer {
        private final ProgressScreen screen;

        Drawn(ProgressScreen screen) {
            this.screen = screen;
        }

        @Override
        public int getMaxRenderedLength() {
            return Math.min(LONGEST, screen.columns());
        }

        @Override
        public void accept(String line) {
            screen.showBlock(figures.isEmpty() ? List.of(line) : List.of(line, figures));
        }

        @Override
        public void close() {
            // The screen outlives the bar.
        }
    }
}
