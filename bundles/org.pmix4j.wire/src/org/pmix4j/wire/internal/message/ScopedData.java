// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Scope;

/**
 * The part of a commit that is for some readers.
 *
 * @param scope who may read it
 * @param data  keys and values
 */
public record ScopedData(Scope scope, KvalBlob data) {
}
