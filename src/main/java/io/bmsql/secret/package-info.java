/**
 * Ground floor: what a secret looks like in a setting, a URL or a message, and how it is hidden. Settings, result files and
 * the report all ask here.
 *
 * <p>Imports nothing of ours. Read {@link io.bmsql.secret.SecretText} first.
 */
@NullMarked
package io.bmsql.secret;

import org.jspecify.annotations.NullMarked;
