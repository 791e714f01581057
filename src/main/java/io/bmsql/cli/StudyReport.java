package io.bmsql.cli;

import io.bmsql.report.ReportWriter;
import io.bmsql.report.Words.Language;
import io.bmsql.result.ReportWindow;
import io.bmsql.result.ResultDirectory;
import io.bmsql.result.ResultWriteException;
import io.bmsql.result.RunReader;
import io.bmsql.study.StudyFile;
import io.bmsql.study.StudyPage;
import io.bmsql.study.StudyRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The report of a study, and those of its runs that have none: only a run's report finds out whether the driver was in the way. */
final class StudyReport {
    private StudyReport() {}

    static boolean isStudy(Path directory) {
        return Files.isRegularFile(directory.resolve(StudyFile.NAME));
    }

    /** With the runs that earlier calls have read. The page goes with the study; that it cannot be written now is no reason to lose the next run. */
    static void renewPage(CommandContext context, Path study, Map<StudyFile.Run, StudyRun> read) {
        try {
            StudyPage.write(study, Language.EN, read);
        } catch (ResultWriteException e) {
            context.complain("Warning: " + e.getMessage());
        }
    }

    /**
     * Writes what is missing; may be called after each run.
     *
     * @return the page
     */
    static Path write(Path study, Language language) {
        for (StudyFile.Run run : StudyFile.read(study.resolve(StudyFile.NAME)).runs()) {
            Path directory = study.resolve(run.directory());
            if (run.state() == StudyFile.State.DONE
                    && Files.exists(directory.resolve(ResultDirectory.SUMMARY))
                    && !Files.exists(directory.resolve("report.html"))) {
                ResultDirectory results = ResultDirectory.open(directory);
                ReportWriter.write(results, RunReader.read(results, ReportWindow.WHOLE), language);
            }
        }
        return StudyPage.write(study, language);
    }
}
