// SPDX-License-Identifier: EPL-2.0
/** Which of this machine's addresses a server listens at, and how it says so. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.listen;
