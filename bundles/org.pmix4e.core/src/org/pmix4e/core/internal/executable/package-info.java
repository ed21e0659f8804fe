// SPDX-License-Identifier: EPL-2.0
/** The kind of programs that are executable files. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.executable;
