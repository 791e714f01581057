package io.bmsql.result;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.ArrayUtils;

/**
 * Checks {@code checksums.txt.sig}, which {@code ssh-keygen -Y sign -n bmsql} writes beside {@code checksums.txt}, against the keys of
 * those who may sign, in the form of OpenSSH's allowed signers. Keys of type ssh-ed25519 alone. The form is in PROTOCOL.sshsig of OpenSSH.
 */
public final class SshSignature {
    /** Beside the checksums. */
    public static final String NAME = Checksums.NAME + ".sig";

    /** What a signature must be made for, so that one of a letter or a commit is none of a result. */
    private static final String NAMESPACE = "bmsql";

    private static final String KEY_TYPE = "ssh-ed25519";

    private static final byte[] MAGIC = "SSHSIG".getBytes(StandardCharsets.US_ASCII);

    /** What stands in front of the 32 bytes of an Ed25519 key in X.509's form (RFC 8410). */
    private static final byte[] KEY_START = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int KEY_BYTES = 32;

    private static final Pattern ARMOUR =
            Pattern.compile("\\s*-----BEGIN SSH SIGNATURE-----([A-Za-z0-9+/=\\s]+)-----END SSH SIGNATURE-----\\s*");

    private static final Pattern LINE =
            Pattern.compile("(\\S+)\\s+(?:(\\S*=\\S*|cert-authority)\\s+)?(\\S+)\\s+([A-Za-z0-9+/=]+)(\\s.*)?");

    private static final Pattern NAMESPACES = Pattern.compile("namespaces=\"([^\"]*,)?(bmsql|\\*)(,[^\"]*)?\"");

    /** The names of those who may sign, by their key as it stands in signatures. */
    private final Map<ByteBuffer, String> signers = new LinkedHashMap<>();

    private final Path keys;

    /** Reads a file of keys; {@link ResultReadException} when it cannot be read, or a line is no key. */
    public SshSignature(Path keys) {
        this.keys = keys;
        int number = 0;
        for (String text : new String(ResultFile.bytes(keys), StandardCharsets.UTF_8)
                .lines()
                .toList()) {
            number++;
            String line = text.strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                add(line, keys + ":" + number);
            }
        }
    }

    private void add(String text, String place) {
        Matcher line = LINE.matcher(text);
        if (!line.matches()) {
            throw new ResultReadException(place + " is no key: a line is NAME ssh-ed25519 KEY");
        }
        String options = Objects.requireNonNullElse(line.group(2), "");
        if (!options.isEmpty() && !options.matches("namespaces=\"[^\"!]*\"")) {
            throw new ResultReadException(place + " has an option that bmsql does not know: " + options);
        }
        if (line.group(3).equals(KEY_TYPE)
                && (options.isEmpty() || NAMESPACES.matcher(options).matches())) {
            try {
                signers.put(ByteBuffer.wrap(Base64.getDecoder().decode(line.group(4))), line.group(1));
            } catch (IllegalArgumentException e) {
                throw new ResultReadException(place + " is no key: it is damaged", e);
            }
        }
    }

    /**
     * What the signature of a result is.
     *
     * @param signer the name beside the key; empty without a signature that is right
     * @param wrong a sentence; empty when nothing is wrong, so that an unsigned result has neither
     */
    public record Found(String signer, String wrong) {}

    /** Looks at the signature of a result directory, and at nothing that its checksums stand for. */
    public Found find(ResultDirectory directory) {
        Path file = directory.root().resolve(NAME);
        Path sums = directory.root().resolve(Checksums.NAME);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(sums, LinkOption.NOFOLLOW_LINKS)) {
            return new Found("", "");
        }
        Matcher armour = ARMOUR.matcher(new String(ResultFile.bytes(file), StandardCharsets.ISO_8859_1));
        try {
            return armour.matches()
                    ? found(Base64.getMimeDecoder().decode(armour.group(1)), ResultFile.bytes(sums))
                    : wrong("is no signature of ssh-keygen");
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            return wrong("is damaged");
        }
    }

    private static Found wrong(String how) {
        return new Found("", NAME + " " + how);
    }

    private Found found(byte[] bytes, byte[] signed) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        byte[] magic = new byte[MAGIC.length];
        in.get(magic);
        if (!Arrays.equals(magic, MAGIC) || in.getInt() != 1) {
            return wrong("is no signature of ssh-keygen");
        }
        byte[] key = string(in);
        String namespace = text(string(in));
        byte[] reserved = string(in);
        String hash = text(string(in));
        ByteBuffer signature = ByteBuffer.wrap(string(in));
        if (!namespace.equals(NAMESPACE)) {
            return wrong("was made for \"" + namespace + "\": sign with ssh-keygen -Y sign -n " + NAMESPACE);
        }
        ByteBuffer parts = ByteBuffer.wrap(key);
        String type = text(string(parts));
        if (!type.equals(KEY_TYPE)
                || !hash.matches("sha(256|512)")
                || !text(string(signature)).equals(KEY_TYPE)) {
            return wrong("was made with a key of type " + type + ": only " + KEY_TYPE + " can be checked");
        }
        byte[] raw = string(parts);
        String signer = signers.get(ByteBuffer.wrap(key));
        try {
            if (signer == null || raw.length != KEY_BYTES) {
                String print = Base64.getEncoder()
                        .withoutPadding()
                        .encodeToString(MessageDigest.getInstance("SHA-256").digest(key));
                return wrong("was made with a key that is not in " + keys + ": SHA256:" + print);
            }
            byte[] digest =
                    MessageDigest.getInstance(hash.replace("sha", "SHA-")).digest(signed);
            Signature check = Signature.getInstance("Ed25519");
            byte[] encoded = ArrayUtils.addAll(KEY_START, raw);
            check.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
            check.update(MAGIC);
            for (byte[] part : List.of(
                    namespace.getBytes(StandardCharsets.ISO_8859_1),
                    reserved,
                    hash.getBytes(StandardCharsets.ISO_8859_1),
                    digest)) {
                check.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, part.length));
                check.update(part);
            }
            return check.verify(string(signature))
                    ? new Found(signer, "")
                    : wrong("does not fit " + Checksums.NAME + ": one of them was changed after " + signer + " signed");
        } catch (GeneralSecurityException e) {
            return wrong("does not fit " + Checksums.NAME + " (" + e.getMessage() + ")");
        }
    }

    /** Bytes behind their number. */
    private static byte[] string(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
