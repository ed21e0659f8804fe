// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import org.pmix4j.model.Scope;

/**
 * The part of a commit with one scope.
 *
 * @param scope processes that may read the data
 * @param data  key-value pairs
 */
public record ScopedData(Scope scope, KvalBlob data) {
}
