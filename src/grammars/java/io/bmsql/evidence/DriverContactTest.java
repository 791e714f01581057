package io.bmsql.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.bmsql.dialect.Dialect;
import io.bmsql.dialect.DialectSql;
import io.bmsql.dialect.ErrorClass;
import io.bmsql.dialect.SqlErrors;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The drivers of the folders load, take the URLs, know the properties, and say of a refused port what we expect. */
@Tag("grammars")
class DriverContactTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres",
                "lightdb",
                "mysql",
                "mariadb",
                "tidb",
                "oceanbase",
                "oracle",
                "dm",
                "dameng",
                "informix",
                "firebird"
            })
    void theDriverTakesTheUrlOfTheFolder(String db) throws Exception {
        Dialect dialect = DialectSql.dialect(db, "");
        assertThat(driver(dialect).acceptsURL(dialect.properties().urlExample()))
                .isTrue();
        assertThat(driver(dialect).acceptsURL("jdbc:nothing:x")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "oracle,   jdbc:oracle:thin:@localhost:1521:ORCL",
        "oracle,   jdbc:oracle:thin:@//localhost:1521/service",
        "dm,       jdbc:dm://localhost:5236/SCHEMA?socketTimeout=1000",
        "informix, jdbc:informix-sqli://localhost:9088/db:INFORMIXSERVER=name;IFX_USEPUT=1",
        "firebird, jdbc:firebird://localhost:3050//data/bmsql.fdb",
    })
    void theDriverTakesTheOtherFormsOfItsUrl(String db, String url) throws Exception {
        assertThat(driver(DialectSql.dialect(db, "")).acceptsURL(url)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "oracle,   jdbc:oracle:thin:@//127.0.0.1:%d/service,               12541, 66000",
        "dm,       jdbc:dm://127.0.0.1:%d,                                 6001,  08S01",
        "dm,       jdbc:dm://127.0.0.1:%d/SCHEMA?socketTimeout=1000,       6001,  08S01",
        "informix, jdbc:informix-sqli://127.0.0.1:%d/db:INFORMIXSERVER=x,  -908,  08004",
        "firebird, jdbc:firebirdsql://127.0.0.1:%d/x,                      335544721, 08006",
        "postgres, jdbc:postgresql://127.0.0.1:%d/db,                      0,     08001",
        "mysql,    jdbc:mysql://127.0.0.1:%d/db,                           0,     08S01",
    })
    void aRefusedPortIsALostConnection(String db, String url, int code, String state) throws Exception {
        Dialect dialect = DialectSql.dialect(db, "");
        SQLException refused = catchThrowableOfType(
                SQLException.class, () -> driver(dialect).connect(url.formatted(closedPort()), properties(dialect)));

        assertThat(SqlErrors.vendorCode(refused)).isEqualTo(code);
        assertThat(SqlErrors.sqlState(refused)).isEqualTo(state);
        assertThat(dialect.errors().classify(refused)).isEqualTo(ErrorClass.CONNECTION);
    }

    @ParameterizedTest
    @ValueSource(strings = {"oracle", "dm"})
    void theDriverKnowsThePropertiesOfTheFolder(String db) throws Exception {
        Dialect dialect = DialectSql.dialect(db, "");
        List<String> known = Arrays.stream(
                        driver(dialect).getPropertyInfo(dialect.properties().urlExample(), new Properties()))
                .map((DriverPropertyInfo info) -> info.name)
                .toList();
        assertThat(known)
                .containsAll(dialect.properties().ownConnection().keySet())
                .containsAll(dialect.properties().runConnection().keySet());
    }

    @Test
    void informixHasTheClassesOfOldPropsFiles() throws Exception {
        for (String name : List.of("com.informix.jdbc.IfxDriver", "com.informix.jdbc.InformixDriver")) {
            assertThat(Class.forName(name).getDeclaredConstructor().newInstance())
                    .as(name)
                    .isInstanceOf(Driver.class);
        }
    }

    private static Driver driver(Dialect dialect) throws ReflectiveOperationException {
        return (Driver) Class.forName(dialect.properties().driver())
                .getDeclaredConstructor()
                .newInstance();
    }

    private static Properties properties(Dialect dialect) {
        Properties properties = new Properties();
        dialect.properties().ownConnection().forEach((name, value) -> {
            // "jdbc:mariadb:..." is for another driver, and "!" says that the value goes before the URL's.
            if (!name.startsWith("jdbc:") && !value.equals("!")) {
                properties.setProperty(name, value.replaceFirst("^!", ""));
            }
        });
        properties.setProperty("user", "nobody");
        properties.setProperty("password", "nothing");
        return properties;
    }

    private static int closedPort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
