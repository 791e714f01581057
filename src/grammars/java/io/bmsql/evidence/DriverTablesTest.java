package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.dialect.DialectSql;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.sql.SQLClientInfoException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Our error lists against the tables that the drivers carry with them: what class and SQLState a code really comes with. */
@Tag("grammars")
class DriverTablesTest {
    /** Codes of the server that ojdbc11 has no row for. */
    private static final List<Integer> NOT_IN_OJDBC = List.of(25408, 30006);
    /** Codes of the server that DM's driver has no constant for. */
    private static final List<Integer> NOT_IN_DM = List.of(-20103, -20102, -6407, -6403);

    @Test
    void everyOracleCodeIsClassifiedAsListedInTheFormThatTheDriverGivesIt() throws Exception {
        List<OracleRow> rows = oracleRows();
        SqlErrors errors = DialectSql.dialect("oracle", "").errors();
        List<Integer> unknown = new ArrayList<>();
        ErrorLists.vendorCodes("oracle").forEach((code, kind) -> {
            OracleRow row = rowOf(rows, code);
            if (row == null) {
                unknown.add(code);
            }
            SQLException thrown = row == null ? new SQLException("x", "99999", code) : row.exception(code);
            assertThat(errors.classify(thrown))
                    .as("ORA-" + code + " as " + thrown)
                    .isEqualTo(kind);
        });

        assertThat(rows).hasSizeGreaterThan(200);
        assertThat(unknown).isEqualTo(NOT_IN_OJDBC);
    }

    @Test
    void everyRowOfOraclesTableThatMeansALostConnectionOrAConstraintIsSeenAsSuch() throws Exception {
        SqlErrors errors = DialectSql.dialect("oracle", "").errors();
        int lost = 0;
        int constraints = 0;
        for (OracleRow row : oracleRows()) {
            SQLException thrown = row.exception(row.from());
            if (row.state().startsWith("08") || thrown instanceof SQLRecoverableException) {
                assertThat(errors.classify(thrown)).as(row.toString()).isEqualTo(ErrorClass.CONNECTION);
                lost++;
            } else if (row.state().equals("23000")) {
                assertThat(errors.classify(thrown)).as(row.toString()).isEqualTo(ErrorClass.CONSTRAINT);
                constraints++;
            }
        }
        assertThat(lost).isGreaterThan(15);
        assertThat(constraints).isGreaterThan(2);
    }

    @Test
    void oraclesSqlStatesAloneWouldMislead() throws Exception {
        List<OracleRow> rows = oracleRows();
        Map<Integer, String> states = new TreeMap<>();
        for (int code : List.of(54, 60, 1012, 2049, 2396, 3135, 8177, 12541)) {
            states.put(code, rowOf(rows, code).state());
        }
        assertThat(states)
                .isEqualTo(Map.of(
                        54, "61000", 60, "61000", 1012, "72000", 2049, "42000", 2396, "61000", 3135, "63000", 8177,
                        "72000", 12541, "66000"));
    }

    @Test
    void everyDmCodeIsClassifiedAsListedWithTheStateOfTheDriversTable() throws Exception {
        Map<Integer, String> table = dmTable();
        SqlErrors errors = DialectSql.dialect("dm", "").errors();
        Map<Integer, ErrorClass> listed = ErrorLists.vendorCodes("dm");
        listed.forEach((code, kind) -> assertThat(errors.classify(new SQLException("x", table.get(code), code)))
                .as("DM " + code + " with state " + table.get(code))
                .isEqualTo(kind));

        assertThat(table).hasSizeGreaterThan(150);
        assertThat(listed.keySet().stream().filter(code -> !table.containsKey(code)))
                .containsExactlyElementsOf(NOT_IN_DM);
    }

    @Test
    void everyConstantOfDmsTableThatMeansALostConnectionOrAConstraintIsSeenAsSuch() throws Exception {
        SqlErrors errors = DialectSql.dialect("dm", "").errors();
        dmTable().forEach((code, state) -> {
            ErrorClass kind = errors.classify(new SQLException("x", state, code));
            if (state.equals("08007")) {
                assertThat(kind).as("closed result set or statement " + code).isEqualTo(ErrorClass.OTHER);
            } else if (state.startsWith("08")) {
                assertThat(kind).as("DM " + code).isEqualTo(ErrorClass.CONNECTION);
            } else if (state.equals("23000")) {
                assertThat(kind).as("DM " + code).isEqualTo(ErrorClass.CONSTRAINT);
            }
        });
    }

    @Test
    void everyInformixCodeIsSpokenOfAsListedInTheDriversMessages() throws Exception {
        Map<Integer, String> messages = informixMessages();
        Map<ErrorClass, String> words = Map.of(
                ErrorClass.DEADLOCK, "deadlock",
                ErrorClass.LOCK_TIMEOUT, "lock",
                ErrorClass.CONNECTION, "connect|network|system or internal",
                ErrorClass.CONSTRAINT, "duplicate|constraint|null",
                ErrorClass.TIMEOUT, "interrupted");

        ErrorLists.vendorCodes("informix").forEach((code, kind) -> {
            assertThat(messages).containsKey(code);
            assertThat(messages.get(code)).as(code + ": " + kind).containsPattern("(?i)" + words.get(kind));
        });
    }

    @Test
    void theIsamCodeBehindAnInformixErrorDecides() throws Exception {
        SqlErrors errors = DialectSql.dialect("informix", "").errors();
        SQLException couldNotUpdate = new SQLException("Could not update a row in the table.", "IX000", -346);
        assertThat(errors.classify(couldNotUpdate)).isEqualTo(ErrorClass.OTHER);

        couldNotUpdate.setNextException(new SQLException("ISAM error: deadlock detected", "IX000", -143));
        assertThat(errors.classify(couldNotUpdate)).isEqualTo(ErrorClass.DEADLOCK);

        SQLException couldNotRead = new SQLException(
                "Could not do an indexed read.",
                "IX000",
                -246,
                new SQLException("Lock Timeout Expired", "IX000", -154));
        assertThat(errors.classify(couldNotRead)).isEqualTo(ErrorClass.LOCK_TIMEOUT);
    }

    private record OracleRow(int from, int to, String state, String type) {
        SQLException exception(int code) {
            return switch (type) {
                case "SQLRECOVERABLEEXCEPTION" -> new SQLRecoverableException("x", state, code);
                case "SQLINTEGRITYCONSTRAINTVIOLATIONEXCEPTION" ->
                    new SQLIntegrityConstraintViolationException("x", state, code);
                case "SQLNONTRANSIENTCONNECTIONEXCEPTION" -> new SQLNonTransientConnectionException("x", state, code);
                case "SQLCLIENTINFOEXCEPTION" -> new SQLClientInfoException("x", state, code, Map.of());
                case "SQLTRANSACTIONROLLBACKEXCEPTION" -> new SQLTransactionRollbackException("x", state, code);
                case "SQLTIMEOUTEXCEPTION" -> new SQLTimeoutException("x", state, code);
                case "SQLSYNTAXERROREXCEPTION" -> new SQLSyntaxErrorException("x", state, code);
                case "SQLDATAEXCEPTION" -> new SQLDataException("x", state, code);
                case "SQLFEATURENOTSUPPORTEDEXCEPTION" -> new SQLFeatureNotSupportedException("x", state, code);
                case "SQLINVALIDAUTHORIZATIONSPECEXCEPTION" ->
                    new SQLInvalidAuthorizationSpecException("x", state, code);
                case "SQLEXCEPTION" -> new SQLException("x", state, code);
                default -> throw new IllegalStateException("the driver throws " + type + " now");
            };
        }
    }

    /** The row that the driver takes: the first one that fits, single codes stand first. */
    private static OracleRow rowOf(List<OracleRow> rows, int code) {
        return rows.stream()
                .filter(row -> row.from() <= code && code <= row.to())
                .findFirst()
                .orElse(null);
    }

    private static List<OracleRow> oracleRows() throws Exception {
        ClassLoader loader = DriverTablesTest.class.getClassLoader();
        List<OracleRow> rows = new ArrayList<>();
        try (InputStream table = loader.getResourceAsStream("oracle/jdbc/driver/errorMap.xml")) {
            NodeList errors = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(table)
                    .getElementsByTagName("error");
            for (int i = 0; i < errors.getLength(); i++) {
                Element error = (Element) errors.item(i);
                String from = error.getAttribute("oraErrorFrom");
                String to = error.getAttribute("oraErrorTo");
                rows.add(new OracleRow(
                        Integer.parseInt(from),
                        Integer.parseInt(to.isEmpty() ? from : to),
                        error.getAttribute("sqlState"),
                        error.getAttribute("sqlException")));
            }
        }
        return rows;
    }

    private static Map<Integer, String> dmTable() throws Exception {
        Class<?> type = Class.forName("dm.jdbc.driver.DBError");
        Map<Integer, String> states = new TreeMap<>();
        for (Field constant : type.getDeclaredFields()) {
            if (Modifier.isStatic(constant.getModifiers()) && constant.getType() == type) {
                Object error = constant.get(null);
                states.put((Integer) value(error, "errCode"), String.valueOf(value(error, "sqlState")));
            }
        }
        return states;
    }

    private static Object value(Object error, String name) throws ReflectiveOperationException {
        Field field = error.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(error);
    }

    private static Map<Integer, String> informixMessages() throws IOException {
        Map<Integer, String> messages = new TreeMap<>();
        for (String file : List.of("isam", "sql", "netsrv", "net", "jdbc", "rds")) {
            Properties properties = new Properties();
            try (InputStream text = DriverTablesTest.class
                    .getClassLoader()
                    .getResourceAsStream("com/informix/msg/" + file + "_en_US.properties")) {
                properties.load(text);
            }
            properties.forEach((key, value) -> {
                if (key.toString().matches("-\\d+")) {
                    messages.putIfAbsent(Integer.parseInt(key.toString()), value.toString());
                }
            });
        }
        return messages;
    }
}
