// SPDX-License-Identifier: EPL-2.0
/** Jobs of a server that is already there: requests, output, input, tables and ends, in the dialect of each kind of server. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.dvm.internal;
