// SPDX-License-Identifier: EPL-2.0
/** The data that processes have committed, and the form in which servers exchange them. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.modex;
