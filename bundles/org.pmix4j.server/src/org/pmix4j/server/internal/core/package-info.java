// SPDX-License-Identifier: EPL-2.0
/** Assembles a server from its components, dispatches requests to them, and dumps their state. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.core;
