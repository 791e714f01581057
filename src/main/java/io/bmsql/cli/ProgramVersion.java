package io.bmsql.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version that Maven wrote into the jar. */
final class ProgramVersion implements IVersionProvider {
    private static final String POM_PROPERTIES = "/META-INF/maven/io.bmsql/bmsql/pom.properties";

    @Override
    public String[] getVersion() {
        return new String[] {
            "bmsql " + text(),
            "Java " + System.getProperty("java.runtime.version") + ", " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch")
        };
    }

    /** The version, or {@code development} when the classes do not come from a jar. */
    static String text() {
        try (InputStream stream = ProgramVersion.class.getResourceAsStream(POM_PROPERTIES)) {
            if (stream == null) {
                return "development";
            }
            Properties properties = new Properties();
            properties.load(stream);
            return properties.getProperty("version", "development");
        } catch (IOException e) {
            return "unknown (" + e.getMessage() + ")";
        }
    }
}
