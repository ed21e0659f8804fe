// SPDX-License-Identifier: EPL-2.0
/** Native ranks in the user interface: their source files in editors, and breakpoints in the rulers of text editors. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.dap.ui.internal;
