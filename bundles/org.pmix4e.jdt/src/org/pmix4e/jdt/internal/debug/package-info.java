// SPDX-License-Identifier: EPL-2.0
/** The debugging of ranks that are Java virtual machines. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.jdt.internal.debug;
