package io.bmsql.secret;

import java.util.List;

/**
 * What every message passes before anybody sees it. Before a props file was read only the usual places of secrets are
 * hidden, afterwards its own secrets everywhere. Safe for use by several threads.
 */
public final class SecretShield {
    private volatile SecretMask mask = SecretMask.of(List.of());

    /** From now on hides these as well. */
    public void use(SecretMask secrets) {
        mask = secrets;
    }

    public String hide(String text) {
        return mask.hide(text);
    }
}
