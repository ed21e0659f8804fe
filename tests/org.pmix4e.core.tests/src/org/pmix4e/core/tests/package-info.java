// SPDX-License-Identifier: EPL-2.0
/** Tests of launching jobs in a real workspace, with real ranks, without a display. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.tests;
