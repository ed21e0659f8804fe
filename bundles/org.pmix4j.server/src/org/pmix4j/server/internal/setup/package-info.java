// SPDX-License-Identifier: EPL-2.0
/** Preparation of processes: their environment, settings of the launcher, inventory of the node. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.setup;
