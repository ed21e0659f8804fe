// SPDX-License-Identifier: EPL-2.0
/** What processes and tools ask the server: what it answers itself, and what of an answer is still missing. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.query;
