package io.bmsql.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExcelFormTest {
    @TempDir
    private Path folder;

    private static String semicolon(String csv) {
        return new String(ExcelForm.SEMICOLON.of(csv), StandardCharsets.UTF_8);
    }

    @Test
    void aGermanExcelSeesColumnsDecimalsAndLetters() {
        assertThat(semicolon("Größe,tpmC,更多\nklein,1234.5,-0.25\n\"a,b\",1e-3,7\n"))
                .isEqualTo("\uFEFFGröße;tpmC;更多\r\nklein;1234,5;-0,25\r\na,b;1e-3;7\r\n");
    }

    @Test
    void anEnglishExcelKeepsCommasAndPoints() {
        assertThat(new String(ExcelForm.COMMA.of("a;b,1.5\n\"c,d\",\"say \"\"no\"\"\"\n"), StandardCharsets.UTF_8))
                .isEqualTo("\uFEFFa;b,1.5\r\n\"c,d\",\"say \"\"no\"\"\"\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=1+1", "+cmd", "-2+3", "@SUM(A1)", "=HYPERLINK(1)", "--1"})
    void aTextThatBeginsLikeAFormulaStaysText(String text) {
        assertThat(semicolon(text + ",1\n")).isEqualTo("\uFEFF'" + text + ";1\r\n");
        assertThat(semicolon("1,\"\t" + text + "\"\n")).startsWith("\uFEFF1;").contains("'\t" + text);
    }

    @Test
    void numbersWithASignAreNoFormulas() {
        assertThat(semicolon("-1,+2.5,-1.5E-7\n")).isEqualTo("\uFEFF-1;+2,5;-1,5E-7\r\n");
    }

    @Test
    void moreRowsThanExcelOpensAreLeftOut() throws IOException {
        Path csv = folder.resolve("long.csv");
        try (Writer rows = Files.newBufferedWriter(csv)) {
            for (int i = 0; i < ExcelForm.MOST_ROWS; i++) {
                rows.write("1\n");
            }
        }
        assertThat(ExcelForm.COMMA.of(csv)).isPresent();
        Files.writeString(csv, "1\n", StandardOpenOption.APPEND);
        assertThat(ExcelForm.COMMA.of(csv)).isEmpty();
    }
}
