package io.bmsql.common;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Puts the cause of a file error into words; the JDK's messages are often only the path. */
public final class IoReason {
    private IoReason() {}

    /** A phrase without the end of a sentence. */
    public static String of(IOException e) {
        return of(e, "");
    }

    /** @param named the file that the sentence names already: the phrase names another one only */
    public static String of(IOException e, Object named) {
        boolean isNamed = e instanceof FileSystemException file
                && (file.getFile() == null || file.getFile().equals(named.toString()));
        if (e instanceof AccessDeniedException denied) {
            return "permission denied" + (isNamed ? "" : " for " + denied.getFile());
        }
        if (e instanceof NoSuchFileException missing) {
            return (isNamed ? "it" : missing.getFile()) + " does not exist";
        }
        if (e instanceof FileAlreadyExistsException there) {
            return (isNamed ? "it" : there.getFile()) + " is there already";
        }
        if (e instanceof FileSystemException file && file.getReason() != null) {
            return (isNamed ? "" : file.getFile() + ": ") + file.getReason();
        }
        String message = e.getMessage();
        // Streams say `file (reason)`.
        return message == null
                ? e.getClass().getSimpleName()
                : message.startsWith(named + " (")
                        ? message.substring(named.toString().length() + 2, message.length() - 1)
                        : message;
    }
}
