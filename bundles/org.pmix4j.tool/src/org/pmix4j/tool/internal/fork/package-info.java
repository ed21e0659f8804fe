// SPDX-License-Identifier: EPL-2.0
/** Processes that a tool starts itself, without a launcher. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.tool.internal.fork;
