package io.bmsql.evidence;

import net.sourceforge.pmd.lang.Language;
import net.sourceforge.pmd.lang.LanguageProcessor;
import net.sourceforge.pmd.lang.LanguageProcessorRegistry;
import net.sourceforge.pmd.lang.ast.FileAnalysisException;
import net.sourceforge.pmd.lang.ast.Parser.ParserTask;
import net.sourceforge.pmd.lang.ast.SemanticErrorReporter;
import net.sourceforge.pmd.lang.document.FileId;
import net.sourceforge.pmd.lang.document.TextDocument;
import net.sourceforge.pmd.lang.plsql.PLSQLLanguageModule;

/** PMD's grammar of PL/SQL: strict about blocks, lenient about the SQL inside. */
final class PlSqlGrammar {
    private PlSqlGrammar() {}

    static boolean accepts(String text) {
        Language language = PLSQLLanguageModule.getInstance();
        LanguageProcessor processor = ((PLSQLLanguageModule) language).createProcessor(language.newPropertyBundle());
        try (LanguageProcessorRegistry registry = LanguageProcessorRegistry.singleton(processor);
                TextDocument document = TextDocument.readOnlyString(
                        text, FileId.fromPathLikeString("block.sql"), language.getDefaultVersion())) {
            processor.services().getParser().parse(new ParserTask(document, SemanticErrorReporter.noop(), registry));
            return true;
        } catch (FileAnalysisException refused) {
            return false;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
