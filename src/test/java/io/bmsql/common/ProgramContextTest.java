package io.bmsql.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProgramContextTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://localhost:5432/db, true",
        "jdbc:postgresql://[::1]/db, true",
        "jdbc:postgresql:///db, true",
        "jdbc:mysql://bench:1234@localhost/db, true",
        "jdbc:oracle:thin:@//loadgen1:1521/x, true",
        "jdbc:postgresql://db1/db, false",
    })
    void aUrlNamesThisHost(String url, boolean isLocal) {
        assertThat(ProgramContext.isLocal(url, "loadgen1")).isEqualTo(isLocal);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://localhost:5432/db, 5432",
        "'jdbc:postgresql://db1:5433,db2:5434/db', 5433",
        "jdbc:postgresql://[::1]:5432/db, 5432",
        "jdbc:oracle:thin:@db1:1521:x, 1521",
        "jdbc:oracle:thin:@//db1:1521/x, 1521",
        "jdbc:postgresql://db1/db, 0",
        "jdbc:mysql://bench:1234@db1:3306/db, 3306",
        "'jdbc:sqlserver://db1:1433;user=a@b:1', 1433",
        "jdbc:postgresql:db, 0",
        "'', 0",
    })
    void aUrlNamesAPort(String url, int port) {
        assertThat(ProgramContext.port(url)).isEqualTo(port);
    }

    /** Another port of this host may be that of a virtual machine on it. */
    @ParameterizedTest
    @CsvSource({
        "localhost, 0, true",
        "bench@localhost, 22, true",
        "127.0.0.1, 0, true",
        "::1, 0, true",
        "root@loadgen1, 0, true",
        "loadgen1, 0, true",
        "vagrant@localhost, 2222, false",
        "loadgen10, 0, false",
        "bench@db1, 0, false",
    })
    void anAddressOfSshIsThisHost(String address, int port, boolean isLocal) {
        assertThat(ProgramContext.isLocal(address, port, "loadgen1")).isEqualTo(isLocal);
    }
}
