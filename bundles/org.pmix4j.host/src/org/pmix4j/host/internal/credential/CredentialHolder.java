// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.credential;

import java.util.Optional;

import org.pmix4j.model.Proc;

/**
 * The party that a credential was issued to. Immutable.
 *
 * @param uid    its user id, unsigned
 * @param gid    its group id, unsigned
 * @param issued when, in seconds since 1970
 * @param proc   the process, if the type of the credential includes it
 */
record CredentialHolder(int uid, int gid, long issued, Optional<Proc> proc) {
}
