// SPDX-License-Identifier: EPL-2.0
/** Finds the server of a tool by address, file, process id, name, role or search. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.tool.internal.finder;
