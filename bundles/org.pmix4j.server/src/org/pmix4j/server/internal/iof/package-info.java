// SPDX-License-Identifier: EPL-2.0
/** Routing of the output of processes to those who pull it: registrations, what nobody has pulled yet, and the pace of the slowest. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.iof;
