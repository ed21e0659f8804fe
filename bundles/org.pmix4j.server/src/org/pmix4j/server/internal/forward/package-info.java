// SPDX-License-Identifier: EPL-2.0
/** Requests that the host answers: spawn, abort, publish, log, job control, and others. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.forward;
