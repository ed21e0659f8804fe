// SPDX-License-Identifier: EPL-2.0
/** Interfaces that an embedding program implements for the processes it started. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.spi;
