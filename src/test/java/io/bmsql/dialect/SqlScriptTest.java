package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SqlScriptTest {

    private record Case(String why, String text, List<String> statements) {}

    private static final List<Case> CASES = List.of(
            new Case("one statement a line", "a;\nb;\n", List.of("a", "b")),
            new Case(
                    "lines of a statement are joined as they stand",
                    "create (\n    x\n  );\n",
                    List.of("create (\n    x\n  )")),
            new Case("blank lines are skipped, inside a statement too", "\n\na\n\n  \nb;\n\n", List.of("a\nb")),
            new Case("blanks after the semicolon do not matter", "a;  \t\nb;", List.of("a", "b")),
            new Case("a comment line is dropped", "-- one\na;\n  -- two\nb;", List.of("a", "b")),
            new Case("a comment line inside a statement is dropped", "a\n-- no;\nb;", List.of("a\nb")),
            new Case("a semicolon in the middle ends nothing", "a; b\nc;", List.of("a; b\nc")),
            new Case("a semicolon before a comment ends nothing", "a; -- x\nc;", List.of("a; -- x\nc")),
            new Case("\\; is a literal semicolon", "begin x\\; y\\; end;", List.of("begin x; y; end")),
            new Case("a line that ends in \\; goes on", "begin\n  x\\;\nend\\;\n;\n", List.of("begin\n  x;\nend;")),
            new Case("a lone semicolon ends", "a\nb\n;\nc;", List.of("a\nb", "c")),
            new Case("lone semicolons without a statement are nothing", ";\n;\na;\n;\n", List.of("a")),
            new Case(
                    "between $$ lines everything is text",
                    "create function f() as\n$$\nbegin\n  -- kept\n  x;\n\n  y\\;\nend;\n$$\nlanguage plpgsql;\nb;",
                    List.of(
                            "create function f() as\n$$\nbegin\n  -- kept\n  x;\n\n  y\\;\nend;\n$$\nlanguage plpgsql",
                            "b")),
            new Case("$$ inside a line is no mark", "select $$a;$$;\nb;", List.of("select $$a;$$", "b")),
            new Case(
                    "a -- { block is one statement with its marks",
                    "-- {\ncreate or replace f\n  x;\nend;\n-- }\nb;\n",
                    List.of("-- {\ncreate or replace f\n  x;\nend;\n-- }", "b")),
            new Case(
                    "a block may end the file",
                    "a;\n-- {\nbegin x; end;\n-- }",
                    List.of("a", "-- {\nbegin x; end;\n-- }")),
            new Case("/* */ goes to the server", "/* one; */ a;", List.of("/* one; */ a")),
            new Case("Windows line ends", "a\r\nb;\r\nc;\r\n", List.of("a\nb", "c")),
            new Case("no text at all", "-- nothing here\n", List.of()));

    static Stream<Arguments> cases() {
        return CASES.stream().map(one -> Arguments.of(one.why, one.text, one.statements));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void splitsLineByLine(String why, String text, List<String> expected) throws UsageException {
        SqlScript script = parse("x.sql", text);
        assertThat(script.statements().stream().map(SqlStatement::text)).containsExactlyElementsOf(expected);
        assertThat(script.warnings()).isEmpty();
    }

    @Test
    void splitsAScriptInTheManner_of50() throws UsageException {
        String triggerOfAnOlderFile =
                """
                -- ----
                -- numbers for the history
                -- ----
                create or replace trigger t
                    before insert on bmsql_history
                    for each row
                begin
                    if :new.hist_id is null then
                        select s.nextval into :new.hist_id from dual\\;
                    end if\\;
                end\\;
                ;

                alter trigger t enable;
                """;
        SqlScript script = parse("extraHistID.sql", triggerOfAnOlderFile);
        assertThat(script.statements()).hasSize(2);
        assertThat(script.statements().get(0).text())
                .startsWith("create or replace trigger t\n")
                .endsWith("    end if;\nend;");
        assertThat(script.statements().get(0).place()).isEqualTo("extraHistID.sql:4");
        assertThat(script.statements().get(0).comments())
                .containsExactly("-- ----", "-- numbers for the history", "-- ----");
        assertThat(script.statements().get(1).place()).isEqualTo("extraHistID.sql:14");
    }

    @Test
    void warnsAboutTextThatNothingEndsButNotAboutComments() throws UsageException {
        assertThat(parse("x.sql", "a;\n-- the end\n").comments()).containsExactly("-- the end");
        assertThat(parse("x.sql", "a;\n\nb\nc\n").warnings())
                .containsExactly(
                        "x.sql:3: the last statement has no semicolon at the end of a line, so it is not executed");
        assertThat(parse("x.sql", "f\n$$\nb;\n").warnings())
                .singleElement()
                .asString()
                .contains("closing $$");
        assertThat(parse("x.sql", "-- {\nb;\n").warnings())
                .singleElement()
                .asString()
                .contains("closing -- }");
    }

    private static SqlScript parse(String file, String text) throws UsageException {
        return new SqlFile(file, "", text, Layout.WHOLE).script();
    }
}
