// SPDX-License-Identifier: EPL-2.0
/** Selects the address on which a server listens, and formats it for peers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.listen;
