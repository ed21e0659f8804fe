// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Proc;

/**
 * Data of one process, or of a job if the rank is WILDCARD.
 *
 * @param proc process or job
 * @param data key-value pairs
 */
public record ProcData(Proc proc, KvalBlob data) {
}
