// SPDX-License-Identifier: EPL-2.0
/** Allocates parts of the host's nodes to sessions, controls sessions, and keeps resource blocks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.scheduler;
