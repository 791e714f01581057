package io.bmsql.result;

import static io.bmsql.testing.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bmsql.testing.HostProgram;
import io.bmsql.testing.TestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures that ssh-keygen made now, and one that it made once; what a check says of them is in SiteCommandTest. */
class SshSignatureTest {
    private static final String KEY = "AAAAC3NzaC1lZDI1NTE5AAAAIDkJmkiGdUDBEwjMrBxENOKYiMv3pKZhvgoNcUgT1O1E";

    /** Of the text "abc" and a line end, by OpenSSH 9.2. */
    private static final String SIGNATURE =
            """
            -----BEGIN SSH SIGNATURE-----
            U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgOQmaSIZ1QMETCMysHEQ04piIy/
            ekpmG+Cg1xSBPU7UQAAAAFYm1zcWwAAAAAAAAABnNoYTUxMgAAAFMAAAALc3NoLWVkMjU1
            MTkAAABADGoxBBxf5PUb3Jv0pbD5mGKFIWeWjQ2PstakbiF2YyAfQDYNUE/ka6lO9i10mA
            EQVGVS4yVsNvxfpU7/uPGZBw==
            -----END SSH SIGNATURE-----
            """;

    @TempDir
    Path folder;

    private Path root;
    private Path keys;

    @BeforeEach
    void aResult() throws IOException {
        root = folder.resolve("r");
        TestFiles.copy(TestFiles.RECORDED, root);
        Checksums.write(ResultDirectory.open(root));
        keys = Files.writeString(
                folder.resolve("KEYS"), "# who may sign\n\nann@example.org ssh-ed25519 " + KEY + " a\n");
    }

    private SshSignature.Found find(String signature) throws IOException {
        Files.writeString(root.resolve(Checksums.NAME), "abc\n");
        Files.writeString(root.resolve(SshSignature.NAME), signature);
        return found();
    }

    private SshSignature.Found found() {
        return new SshSignature(keys).find(ResultDirectory.open(root));
    }

    @Test
    void aRecordedSignatureIsRight() throws IOException {
        assertThat(find(SIGNATURE)).isEqualTo(new SshSignature.Found("ann@example.org", ""));
        Files.writeString(root.resolve(Checksums.NAME), "abd\n");
        assertThat(found().wrong())
                .isEqualTo(
                        "checksums.txt.sig does not fit checksums.txt: one of them was changed after ann@example.org signed");
    }

    /** Whatever a character is changed into: never right, and never a failure of the program. */
    @Test
    void aDamagedSignatureIsNeverRight() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder(SIGNATURE);
            int at = text.indexOf("\n") + 1 + random.nextInt(230);
            char now = "ABCDwxyz0189+/=\n-".charAt(random.nextInt(17));
            boolean isSame = text.charAt(at) == now || Character.isWhitespace(text.charAt(at)) || now == '\n';
            text.setCharAt(at, now);
            SshSignature.Found found = find(text.toString());
            assertThat(isSame || !found.wrong().isEmpty() && found.signer().isEmpty())
                    .as(text.toString())
                    .isTrue();
        }
        for (String none : List.of("", "x", "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n")) {
            assertThat(find(none).wrong()).startsWith("checksums.txt.sig is ");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ann namespaces=\"bmsql\" ssh-ed25519 KEY| ann",
                "ann namespaces=\"git,bmsql\" ssh-ed25519 KEY| ann",
                "ann namespaces=\"git\" ssh-ed25519 KEY| ",
                "ann ssh-rsa KEY| "
            })
    void aKeyCountsForWhatItIsGivenFor(String line, String signer) throws IOException {
        Files.writeString(keys, line.replace("KEY", KEY));
        assertThat(find(SIGNATURE).signer()).isEqualTo(signer == null ? "" : signer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ann ssh-ed25519",
                "ann cert-authority ssh-ed25519 KEY",
                "ann ssh-ed25519 A=A",
                "ann valid-before=\"20270101\" ssh-ed25519 KEY",
                "ann namespaces=\"bmsql\",valid-before=\"20200101\" ssh-ed25519 KEY",
                "ann namespaces=\"bmsql,git\",valid-before=\"20200101,\" ssh-ed25519 KEY",
                "ann namespaces=\"!bmsql,*\" ssh-ed25519 KEY"
            })
    void aFileOfKeysThatCannotBeUsedIsRefused(String line) throws IOException {
        Files.writeString(keys, line.replace("KEY", KEY));
        assertThrown(ResultReadException.class, () -> new SshSignature(keys), "KEYS:1 ");
    }

    @Test
    void whatSshKeygenSignsIsRightUntilSomethingIsChanged() throws Exception {
        sshKeygen("-q -t ed25519 -N '' -C '' -f bob");
        sshKeygen("-Y sign -n bmsql -f bob r/checksums.txt");
        assertThat(found().wrong())
                .matches("checksums.txt.sig was made with a key that is not in .*KEYS: SHA256:\\S{43}");
        Files.writeString(keys, "bob@example.org " + Files.readString(folder.resolve("bob.pub")));

        assertThat(found()).isEqualTo(new SshSignature.Found("bob@example.org", ""));
        Files.writeString(root.resolve("run.properties"), "# another one\n");
        Checksums.write(ResultDirectory.open(root));
        assertThat(found().wrong()).startsWith("checksums.txt.sig does not fit checksums.txt: ");

        Files.delete(root.resolve(SshSignature.NAME));
        sshKeygen("-Y sign -n file -f bob r/checksums.txt");
        assertThat(found().wrong()).startsWith("checksums.txt.sig was made for \"file\": ");
        Files.delete(root.resolve(SshSignature.NAME));
        sshKeygen("-q -t ecdsa -N '' -C '' -f eve");
        sshKeygen("-Y sign -n bmsql -f eve r/checksums.txt");
        assertThat(found().wrong()).contains("a key of type ecdsa-sha2-nistp256: only ssh-ed25519 ");
    }

    /** @param words without blanks, and {@code ''} for an empty one */
    private void sshKeygen(String words) throws Exception {
        HostProgram ended = HostProgram.run(folder, "sh", "-c", "ssh-keygen " + words);
        assumeTrue(ended.status() != 127, "ssh-keygen is not installed");
        assertThat(ended.status()).as(ended.text()).isZero();
    }
}
