// SPDX-License-Identifier: EPL-2.0
/** What processes have put for each other, and the form in which servers exchange it. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.modex;
