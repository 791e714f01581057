package io.bmsql.check;

import io.bmsql.dialect.SqlErrors;
import java.sql.SQLException;
import java.util.Locale;

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

    /** What was tested cannot be told from what was seen; the message says why. */
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

    static TrialResult passed(String name, String detail) {
        return new TrialResult(name, Result.PASSED, detail);
    }

    static TrialResult failed(String name, String why) {
        return new TrialResult(name, Result.FAILED, why);
    }

    static TrialResult notAvailable(String name, String why) {
        return new TrialResult(name, Result.NOT_AVAILABLE, why);
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
