package io.bmsql.cli.console;

/** Values of {@code --progress}. The names are in lower case because users type them. */
public enum ProgressMode {
    /** A refreshed block on a terminal, plain lines elsewhere. */
    auto,
    /** One line for each report interval, without any control character. */
    plain,
    /** One JSON object for each report interval, on a line of its own. */
    json,
    /** Nothing. */
    none
}
