// SPDX-License-Identifier: EPL-2.0
/** What begins with the first job of the workbench. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.internal.startup;
