package io.bmsql.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** Listens to the run's log, which is the console's. */
public final class LogLines {
    private LogLines() {}

    /** What this thread logs meanwhile. */
    public static List<String> during(Runnable work) {
        Logger logger = (Logger) LoggerFactory.getLogger("jTPCC");
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Level level = logger.getLevel();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.INFO);
        try {
            work.run();
        } finally {
            logger.setLevel(level);
            logger.detachAppender(lines);
        }
        return List.copyOf(lines.list).stream()
                .filter(line ->
                        line.getThreadName().equals(Thread.currentThread().getName()))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
