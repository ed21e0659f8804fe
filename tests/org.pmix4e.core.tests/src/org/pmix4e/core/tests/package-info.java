// SPDX-License-Identifier: EPL-2.0
/** Tests of launches in a real workspace, with real ranks and without a display. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.tests;
