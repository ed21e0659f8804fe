// SPDX-License-Identifier: EPL-2.0
/** Events: who wants them, who has had them, what is kept for those who come later, and processes that stop until one comes. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.event;
