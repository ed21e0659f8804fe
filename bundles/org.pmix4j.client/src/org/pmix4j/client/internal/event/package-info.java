// SPDX-License-Identifier: EPL-2.0
/** Events: registration and order of handlers, notification, and delivery from handler to handler. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.event;
