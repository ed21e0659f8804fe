// SPDX-License-Identifier: EPL-2.0
/**
 * The engine that runs jobs in a server that is already there: a persistent PMIx4J server, or a DVM of PRRTE.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.dvm;
