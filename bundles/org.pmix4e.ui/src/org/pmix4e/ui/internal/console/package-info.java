// SPDX-License-Identifier: EPL-2.0
/** The consoles of jobs and of single ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.console;
