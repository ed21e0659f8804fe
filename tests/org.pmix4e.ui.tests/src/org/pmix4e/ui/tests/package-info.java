// SPDX-License-Identifier: EPL-2.0
/** Tests of the user interface. They use page objects, each of which represents a part of the window and what a user can do there. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.ui.tests;
