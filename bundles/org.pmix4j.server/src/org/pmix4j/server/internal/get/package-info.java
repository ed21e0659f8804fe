// SPDX-License-Identifier: EPL-2.0
/** Gets: what is asked for, what is here, and who waits for the rest. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.get;
