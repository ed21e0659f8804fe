// SPDX-License-Identifier: EPL-2.0
/** Limits on the memory that the peers of a server may occupy. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.memory;
