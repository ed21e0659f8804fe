// SPDX-License-Identifier: EPL-2.0
/** The door: who connects, whether it may come in, and what happens when it goes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.admission;
