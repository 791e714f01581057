package io.bmsql.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.UsageException;
import io.bmsql.config.Layout;
import io.bmsql.dialect.SqlScript.SqlStatement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlScriptTest {
    /** A script and its statements, with ~ for the end of a line, % for Windows' one, and ^ between two statements. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '`',
            textBlock =
                    """
            one statement a line                  => `a;~b;~`                    => a^b
            lines are joined as they stand        => `create (~    x~  );~`      => `create (~    x~  )`
            blank lines are skipped, inside too   => `~~a~~  ~~b;~~`             => a~b
            blanks after the semicolon            => `a;  \t~b;`                 => a^b
            a comment line is dropped             => `-- one~a;~  -- two~b;`     => a^b
            a comment line inside a statement too => `a~-- no;~b;`               => a~b
            a semicolon in the middle             => `a; b~c;`                   => a; b~c
            a semicolon before a comment          => `a; -- x~c;`                => a; -- x~c
            \\; is a literal semicolon            => `begin x\\; y\\; end;`      => begin x; y; end
            a line that ends in \\; goes on       => `begin~  x\\;~end\\;~;~`    => begin~  x;~end;
            a lone semicolon ends                 => `a~b~;~c;`                  => a~b^c
            lone semicolons alone are nothing     => `;~;~a;~;~`                 => a
            between $$ lines everything is text   => `f~$$~  -- x;~~  y\\;~$$~l;~b;` => `f~$$~  -- x;~~  y\\;~$$~l^b`
            $$ inside a line is no mark           => `select $$a;$$;~b;`         => select $$a;$$^b
            a -- { block is one, with its marks   => `-- {~f~  x;~end;~-- }~b;~` => `-- {~f~  x;~end;~-- }^b`
            a block may end the file              => `a;~-- {~begin x; end;~-- }` => `a^-- {~begin x; end;~-- }`
            /* */ goes to the server              => `/* one; */ a;`             => /* one; */ a
            Windows line ends                     => `a%b;%c;%`                   => a~b^c
            no text at all                        => `-- nothing here~`          => ``
            """)
    void splitsLineByLine(String why, String text, String expected) throws UsageException {
        SqlScript script = parse("x.sql", text.replace('~', '\n').replace("%", "\r\n"));
        assertThat(script.statements())
                .extracting(SqlStatement::text)
                .isEqualTo(
                        expected.isEmpty()
                                ? List.of()
                                : List.of(expected.replace('~', '\n').split("\\^")));
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
