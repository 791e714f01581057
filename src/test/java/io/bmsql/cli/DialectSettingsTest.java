package io.bmsql.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code validate} shows where the props file says nothing and the dialect decides. */
class DialectSettingsTest {
    @TempDir
    private Path work;

    private String validated(String conn, String lines) throws Exception {
        Files.writeString(
                work.resolve("p"), "conn=" + conn + "\nuser=u\nwarehouses=1\nterminals=1\nrunMins=1\n" + lines + "\n");
        Stage stage = Stage.ended(work, 0, "validate", "p");
        return stage.out().replace(work + "/", "").replaceAll(" +", " ");
    }

    @Test
    void theDriverIsTheDialectsOwn() throws Exception {
        assertThat(validated("jdbc:dm://h", "db=dameng")).contains("driver = dm.jdbc.driver.DmDriver # dialect dameng");
        assertThat(validated("jdbc:dm://h", "db=dm\ndriver=a.B")).contains("driver = a.B # p:7");
    }

    @Test
    void schemaOptionsAreShownAsTheyWillBe() throws Exception {
        assertThat(validated("jdbc:postgresql://h/d", "db=postgres"))
                .contains("orderCustomerIndex = true # default")
                .contains("foreignKeys = true # default")
                .contains("fillFactors = true # default")
                .contains("partitions = 0 # default");
        assertThat(validated("jdbc:postgresql://h/d", "db=klustron"))
                .contains("orderCustomerIndex = false # dialect klustron")
                .contains("foreignKeys = false # dialect klustron")
                .contains("fillFactors = false # dialect klustron")
                .contains("partitions = 6 # dialect klustron");
        assertThat(validated("jdbc:mysql://h/d", "db=tidb\nforeignKeys=true"))
                .contains("foreignKeys = true # p:7")
                .contains("fillFactors = false # dialect tidb");
    }
}
