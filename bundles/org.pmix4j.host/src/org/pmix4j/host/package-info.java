// SPDX-License-Identifier: EPL-2.0
/**
 * The local runtime: runs jobs on this machine under an embedded PMIx server, and reports their results.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host;
