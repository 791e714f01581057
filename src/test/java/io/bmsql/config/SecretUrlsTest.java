package io.bmsql.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.bmsql.common.Secret;
import io.bmsql.common.SecretMask;
import io.bmsql.common.SecretText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Thousands of made-up URLs in the notation of each driver: nothing of a secret is shown, and the rest stays readable. */
class SecretUrlsTest {
    private static final String LETTERS = "abcXYZ0189_-.!$~";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "write password=${NAME} for a variable|write password=${NAME} for a variable",
                "write password='${NAME}' for a variable|write password='${NAME}' for a variable",
                "password=x${NAME}|password=***",
                "password=${NAME}x|password=***",
                "password=$NAME|password=***",
                "jdbc:postgresql://h/d?password=${NAME}|jdbc:postgresql://h/d?password=***"
            })
    void theNameOfAVariableIsNoSecret(String text, String shown) {
        assertThat(SecretText.hideIn(text)).isEqualTo(shown);
    }

    /**
     * A URL with places for the key and the secret; what else than letters the secret has, from {@code &} on as %XX (all of it
     * with %); what must stay readable.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '^',
            value = {
                "jdbc:postgresql://db.example:5432/bmsql?user=u&<key>=<secret>|,;)(=@/?'\" {}|&%|db.example:5432/bmsql?user=u&",
                "jdbc:postgresql://db.example/bmsql?<key>=<secret>&ssl=true&user=u|,;)(=@/?'\" {}|&%|db.example/bmsql?;&ssl=true&user=u",
                "jdbc:lightdb://a.example:1,b.example:2/bmsql?<key>=<secret>&ssl=true||%|a.example:1,b.example:2/bmsql;&ssl=true",
                "jdbc:kingbase8://db.example/bmsql?ssl=true&<key>=<secret>|,;)|&%|db.example/bmsql?ssl=true",
                "jdbc:mysql://db.example:3306/bmsql?<key>=<secret>&useSSL=true|,;)(@/? '\"|&%=|db.example:3306/bmsql?;&useSSL=true",
                "jdbc:mysql://u:<secret>@db.example:3306/bmsql?useSSL=true|,;)(@=&'\"| %/?#|@db.example:3306/bmsql?useSSL=true",
                "jdbc:mysql://u:<secret>@db.example/bmsql||%|@db.example/bmsql",
                "jdbc:mysql:loadbalance://u:<secret>@a.example,u:<secret>@b.example/bmsql?x=1|;|%,:@|@b.example/bmsql?x=1",
                "jdbc:mysql://(host=db.example,port=3306,user=u,<key>=<secret>)/bmsql?useSSL=true|,;'\"&|%)(=/@|(host=db.example,port=3306;)/bmsql?useSSL=true",
                "jdbc:mysql://(host=db.example,<key>=<secret>,port=3306)/bmsql||%|host=db.example,;,port=3306)/bmsql",
                "jdbc:mysql://address=(host=db.example)(<key>=<secret>)(port=3306)/bmsql|,;)|%(|(host=db.example)(;(port=3306)/bmsql",
                "jdbc:mariadb://db.example/bmsql?user=u&<key>=<secret>&useSSL=true|,;)(=@/?|&%|db.example/bmsql?user=u&;&useSSL=true",
                "jdbc:mariadb:sequential://address=(host=db.example)(port=1)/bmsql?<key>=<secret>|,;)|&|(host=db.example)(port=1)/bmsql?",
                "jdbc:oceanbase://db.example:2881/bmsql?user=u@t&<key>=<secret>|,;)|&%|db.example:2881/bmsql?user=u@t&",
                "jdbc:oracle:thin:u/<secret>@//db.example:1521/bmsql|,;)(=&@/?%||@//db.example:1521/bmsql",
                "jdbc:oracle:thin:u/`<secret>`@db.example:1521:bmsql|,;)(=&@/?% ||@db.example:1521:bmsql",
                "jdbc:oracle:thin:u/<secret>@(DESCRIPTION=(ADDRESS=(HOST=db.example)(PORT=1521))(CONNECT_DATA=(SID=bmsql)))|,;)&||(HOST=db.example)",
                "jdbc:oracle:thin:@//db.example:1521/bmsql?<key>=<secret>|,;)(=@/?|&%|@//db.example:1521/bmsql?",
                "jdbc:dm://db.example:5236?user=u&<key>=<secret>&loginMode=1|,;)(=@/?|&%|db.example:5236?user=u&;&loginMode=1",
                "jdbc:firebirdsql://db.example:3050/bmsql?<key>=<secret>&encoding=UTF8|,)(=@/?|&%;|db.example:3050/bmsql?;&encoding=UTF8",
                "jdbc:informix-sqli://db.example:9088/bmsql:INFORMIXSERVER=i;user=u;<key>=<secret>;DELIMIDENT=Y|,)(/?&'\"|;=|bmsql:INFORMIXSERVER=i;user=u",
                "jdbc:informix-sqli://db.example:9088/bmsql:<key>=<secret>;INFORMIXSERVER=i|;,)(/?&|=|db.example:9088/bmsql:",
                "jdbc:informix-sqli://db.example:9088/bmsql:INFORMIXSERVER=i;<key>=<secret>;user=u|;,)(@/?&|=|;user=u",
                "jdbc:sqlserver://db.example;user=u;<key>={<secret>};encrypt=true|,;)(=&/?' \"||sqlserver://db.example;user=u"
            })
    void nothingOfASecretIsShown(String template, String raw, String encoded, String readable) {
        List<String> keys = List.of(
                "password",
                "PASSWORD",
                "pass%77ord",
                "sslpassword",
                "trustCertificateKeyStorePassword",
                "clientCertificateKeyStorePassword",
                "keyStorePassword",
                "accessToken",
                "sslKeystorePass");
        Random random = new Random(template.hashCode());
        for (int round = 0; round < 200; round++) {
            String secret = secret(random, (raw == null ? "" : raw) + (encoded == null ? "" : encoded));
            String written = secret;
            for (char each : encoded == null ? new char[0] : encoded.toCharArray()) {
                String code = URLEncoder.encode(Character.toString(each), StandardCharsets.UTF_8);
                written = each == '%'
                        ? written.replaceAll("%(?!\\p{XDigit}{2})", "%25")
                        : written.replace(Character.toString(each), code.replace("+", "%20"));
            }
            if ("%".equals(encoded)) {
                written = URLEncoder.encode(secret, StandardCharsets.UTF_8).replace("+", "%20");
            }
            String around =
                    template.replace("<key>", keys.get(round % keys.size())).replace('`', '"');
            String url = around.replace("<secret>", written);
            String rest = around.replace("<secret>", "");

            String shown = SecretText.hideIn(url);
            requireHidden(secret, shown, rest, url);
            requireHidden(written, shown, rest, url);
            assertThat(shown).as(url).contains("***").contains(readable.split(";(?=[&,()])|;$"));
            assertThat(SecretText.hideIn(shown)).isEqualTo(shown);

            SecretMask mask = ConfigLoader.secretsOf(
                    new ConnectionConfig("x", null, url, "u", new Secret(""), IsolationLevel.SERVER_DEFAULT, "", true),
                    new StorageConfig(List.of(), "", new Secret("")),
                    List.of());
            String line = "cannot connect to " + url + ": refused " + written;
            requireHidden(secret, mask.hide(line), rest, line);
            requireHidden(written, mask.hide(line), rest, line);
        }
    }

    private static String secret(Random random, String marks) {
        String letters = LETTERS + marks.repeat(marks.isEmpty() ? 0 : 1 + 8 / marks.length());
        StringBuilder secret = new StringBuilder("q");
        IntStream.range(0, 8 + random.nextInt(16))
                .forEach(i -> secret.append(letters.charAt(random.nextInt(letters.length()))));
        return secret.append('q').toString();
    }

    private static void requireHidden(String secret, String shown, String rest, String url) {
        for (int at = 0; at + 4 <= secret.length(); at++) {
            String piece = secret.substring(at, at + 4);
            if (shown.contains(piece)) {
                assertThat(rest + "cannot connect to : refused ").as(url).contains(piece);
            }
        }
    }
}
