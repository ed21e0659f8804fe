// SPDX-License-Identifier: EPL-2.0
/** Gets: the sources of data, the replies, and the queries that wait for data. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.get;
