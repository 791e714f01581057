package io.bmsql.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private static String render(ReportInput input) {
        return new HtmlReport().render(ModelMaker.make(input, ZoneOffset.UTC));
    }

    @Test
    void aPageIsWritten() throws Exception {
        String page = render(SampleRun.tenMinutes());
        Files.writeString(Path.of("target/sample.html"), page);
        assertThat(page).contains("Overall tpmC");
    }
}
