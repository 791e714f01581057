package io.bmsql.cli;

import io.bmsql.secret.SecretShield;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lines of a run in BenchmarkSQL's manner: logged as its class {@code jTPCC}, each led by {@code Term-00, }. */
final class RunLog {
    private final Logger logger = LoggerFactory.getLogger("jTPCC");
    private final SecretShield shield;

    RunLog(SecretShield shield) {
        this.shield = shield;
    }

    void info(String line) {
        logger.info("Term-00, {}", shield.hide(line));
    }

    void warn(String line) {
        logger.warn("Term-00, {}", shield.hide(line));
    }

    void error(String line) {
        logger.error("Term-00, {}", shield.hide(line));
    }
}
