// SPDX-License-Identifier: EPL-2.0
/** A user in front of the workbench, by page objects: each names a part of the window and what one can do with it. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.tests;
