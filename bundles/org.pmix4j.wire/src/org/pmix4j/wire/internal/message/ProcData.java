// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Proc;

/**
 * Data of one process, or of a job if the rank is WILDCARD.
 *
 * @param proc whose data
 * @param data keys and values
 */
public record ProcData(Proc proc, KvalBlob data) {
}
