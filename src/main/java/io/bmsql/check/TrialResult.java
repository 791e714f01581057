package io.bmsql.check;

import io.bmsql.common.UsageException;
import io.bmsql.dialect.SqlErrors;
import io.bmsql.workload.MissingRowException;
import java.sql.SQLException;
import java.util.Locale;
import org.apache.commons.lang3.function.FailableCallable;

/** What a trial found: the thing that was tested, such as {@code New-Order, procedures}, and what was seen or went wrong, in one line. */
public record TrialResult(String name, Result result, String detail) {
    public TrialResult {
        // Messages of servers come in several lines.
        detail = detail.strip().replaceAll("\\s+", " ");
    }

    /** What was tested is not as it must be; the message says what was seen. */
    static final class WrongException extends Exception {
        WrongException(String message) {
            super(message);
        }

        static void unless(boolean holds, String otherwise) throws WrongException {
            if (!holds) {
                throw new WrongException(otherwise);
            }
        }
    }

    /** What was tested cannot be told from what was seen, or could not be tried; the message says why. */
    static final class UnprovenException extends Exception {
        UnprovenException(String message) {
            super(message);
        }

        static void unless(boolean holds, String otherwise) throws UnprovenException {
            if (!holds) {
                throw new UnprovenException(otherwise);
            }
        }
    }

    /** Tries something that gives what was seen. What an error ends has failed; what proves nothing is not available. */
    static TrialResult of(String name, FailableCallable<String, Exception> trial) throws InterruptedException {
        try {
            return new TrialResult(name, Result.PASSED, trial.call());
        } catch (UnprovenException e) {
            return new TrialResult(name, Result.NOT_AVAILABLE, String.valueOf(e.getMessage()));
        } catch (WrongException | UsageException | MissingRowException e) {
            return new TrialResult(name, Result.FAILED, String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            return new TrialResult(name, Result.FAILED, text(e));
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(name + " failed in an unexpected way", e);
        }
    }

    static String text(SQLException e) {
        return code(e) + ": " + SqlErrors.text(e);
    }

    static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static String code(SQLException e) {
        return "SQLState " + SqlErrors.sqlState(e) + ", code " + SqlErrors.vendorCode(e);
    }

    public enum Result {
        PASSED,
        FAILED,
        /** The database or the folder has no such thing, or an earlier failure left nothing to test. */
        NOT_AVAILABLE;

        public String words() {
            return TrialResult.words(this);
        }
    }
}
