// SPDX-License-Identifier: EPL-2.0
/** Servers of others, to which this workbench attaches as a tool, and their jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.attached;
