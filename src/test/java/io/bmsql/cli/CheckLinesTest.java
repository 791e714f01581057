package io.bmsql.cli;

import static io.bmsql.testing.Records.made;
import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.cli.console.Console.ProgressMode;
import io.bmsql.config.ResultConfig;
import io.bmsql.result.LedgerResult;
import io.bmsql.result.LedgerResult.Check;
import io.bmsql.result.LedgerResult.State;
import io.bmsql.result.RunSummary.CheckResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a check says of its rules, in both languages; {@code ok}, {@code FAILED} and {@code open} are the same in both. */
class CheckLinesTest {
    private static final CheckResult HOLDS = made(
            CheckResult.class,
            "clause",
            "3.3.2.5",
            "passed",
            true,
            "description",
            "O_CARRIER_ID is null exactly where a row of NEW-ORDER exists");
    private static final CheckResult FAILED = made(
            CheckResult.class,
            "clause",
            "3.3.2.1",
            "passed",
            false,
            "violations",
            1_002L,
            "description",
            "x",
            "samples",
            List.of("w 1"));
    private static final LedgerResult LEDGER = made(
            LedgerResult.class,
            "passed",
            true,
            "counts",
            new LedgerResult.Counts(1_000, 500, 50, 2, 1, 1),
            "standing",
            List.of("Other runs used this database later: give their result directories too, or their rows cannot be"
                    + " distinguished from unexplained rows"),
            "seconds",
            2.75,
            "checks",
            List.of(
                    check("new-orders", State.OK, 0),
                    check("phantoms", State.OPEN, 1),
                    check("payments", State.FAILED, 2)));

    private static Check check(String name, State state, long violations) {
        return made(
                Check.class, "name", name, "description", "x", "state", state, "checked", 9L, "violations", violations);
    }

    private static List<String> lines(String lang) {
        Stage stage = new Stage(Path.of(""));
        CheckLines lines = new CheckLines(stage.context(), ProgressMode.none, made(ResultConfig.class, "lang", lang));
        lines.condition(HOLDS);
        lines.condition(FAILED);
        lines.checked(List.of(HOLDS), 1);
        lines.checked(List.of(HOLDS, HOLDS), 3.55);
        lines.checked(List.of(HOLDS, FAILED), 1_234.5);
        lines.ledgerVerified(LEDGER);
        return stage.out().lines().toList();
    }

    @Test
    void linesThatPeopleAndScriptsRead() {
        assertThat(lines("en"))
                .containsExactly(
                        "Check 3.3.2.5   ok       0.00 s  O_CARRIER_ID is null exactly where a row of NEW-ORDER exists",
                        "Check 3.3.2.1   FAILED   0.00 s  x: 1,002 violations",
                        "    w 1",
                        "    and 1,001 more",
                        "Consistency check: the condition holds, after 1.0 s",
                        "Consistency check: all 2 conditions hold, after 3.6 s",
                        "Consistency check: 1 of 2 conditions FAILED, after 1234.5 s",
                        "Ledger new-orders   ok             9 checked  x",
                        "Ledger phantoms     open           9 checked  x: 1 that the ledger cannot decide",
                        "Ledger payments     FAILED         9 checked  x: 2 violations",
                        "    and 2 more",
                        "Ledger: Other runs used this database later: give their result directories too, or their rows"
                                + " cannot be distinguished from unexplained rows",
                        "Ledger: 1,550 committed, 2 failed, 1 unknown of which 1 happened: 1 of 3 rules FAILED by what no run"
                                + " made; nothing of what the run committed is missing, after 2.8 s");
    }

    @Test
    void theirSentencesAreInTheLanguageOfTheUser() {
        assertThat(lines("zh"))
                .containsExactly(
                        "Check 3.3.2.5   ok       0.00 s  O_CARRIER_ID 为空当且仅当 NEW-ORDER 中有对应的行",
                        "Check 3.3.2.1   FAILED   0.00 s  x：1,002 处违反",
                        "    w 1",
                        "    另有 1,001 条",
                        "一致性检查：条件成立，用时 1.0 s",
                        "一致性检查：2 个条件全部成立，用时 3.6 s",
                        "一致性检查：2 个条件中有 1 个 FAILED，用时 1234.5 s",
                        "Ledger new-orders   ok             9 项  x",
                        "Ledger phantoms     open           9 项  x：有 1 处账本无法判断",
                        "Ledger payments     FAILED         9 项  x：2 处违反",
                        "    另有 2 条",
                        "账本：之后有其他运行使用过这个数据库：请把它们的结果目录也写上，否则分不清是它们的行还是无法解释的行",
                        "账本：已提交 1,550，失败 2，结果未知 1（其中 1 个实际已发生）：3 条规则中有 1 条 FAILED，原因是没有任何运行写过的内容；"
                                + "本次运行提交的内容没有缺失，用时 2.8 s");
    }
}
