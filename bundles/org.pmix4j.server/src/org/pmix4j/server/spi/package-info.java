// SPDX-License-Identifier: EPL-2.0
/**
 * Interfaces that an embedding program implements for the processes it started.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.spi;
