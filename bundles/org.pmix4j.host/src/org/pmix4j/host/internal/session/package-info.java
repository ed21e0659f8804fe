// SPDX-License-Identifier: EPL-2.0
/** Sessions: their nodes, and the names of their jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.session;
