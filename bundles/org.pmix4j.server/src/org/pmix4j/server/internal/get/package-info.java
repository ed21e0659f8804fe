// SPDX-License-Identifier: EPL-2.0
/** Gets: where the data come from, the replies, and the queries that wait for data. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.get;
