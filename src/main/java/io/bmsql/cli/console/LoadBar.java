package io.bmsql.cli.console;

import java.time.Duration;
import java.util.List;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** The bar of a load on a terminal; draws itself as the screen's block whenever it is updated. Safe for use by several threads. */
public final class LoadBar implements AutoCloseable {
    /** Longer ones say no more; the figures are below the bar. */
    private static final int LONGEST = 78;

    private static final long ROWS_PER_UNIT = 1_000;
    private static final int NEVER_BY_ITSELF_MILLIS = 3_600_000;

    private final ProgressScreen screen;
    private @Nullable ProgressBar bar;
    private String figures = "";

    public LoadBar(ProgressScreen screen) {
        this.screen = screen;
    }

    public synchronized void update(LoadStatus status) {
        figures = status.belowBar();
        if (bar == null) {
            bar = bar(status);
        }
        bar.maxHint(Math.max(status.expectedRows(), status.rowsThere()));
        bar.stepTo(status.rowsThere());
        bar.refresh();
    }

    private ProgressBar bar(LoadStatus status) {
        return new ProgressBarBuilder()
                .setTaskName("Loading")
                .setInitialMax(status.expectedRows())
                .startsFrom(0, Duration.ofMillis(Math.round(status.elapsedSeconds() * 1_000)))
                .setUnit("k rows", ROWS_PER_UNIT)
                .setStyle(ProgressBarStyle.ASCII)
                .hideEta()
                .setUpdateIntervalMillis(NEVER_BY_ITSELF_MILLIS)
                .setConsumer(new DelegatingProgressBarConsumer(line -> screen.showBlock(List.of(line, figures))) {
                    @Override
                    public int getMaxRenderedLength() {
                        return Math.min(LONGEST, screen.columns());
                    }
                })
                .build();
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
