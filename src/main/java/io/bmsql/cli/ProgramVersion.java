package io.bmsql.cli;

import io.bmsql.db.ProgramContext;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
final class ProgramVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {
            "bmsql " + ProgramContext.version(),
            "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch")
        };
    }
}
