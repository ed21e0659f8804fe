// SPDX-License-Identifier: EPL-2.0
/** Starts the parts of a host in the right order, and ends them. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.setup;
