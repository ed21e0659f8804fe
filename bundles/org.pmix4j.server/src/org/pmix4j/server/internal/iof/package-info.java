// SPDX-License-Identifier: EPL-2.0
/** Routes the output of processes to their readers: registrations, output without a reader, and the pace of slow readers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.iof;
