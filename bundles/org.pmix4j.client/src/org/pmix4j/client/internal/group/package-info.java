// SPDX-License-Identifier: EPL-2.0
/** Requests and events that construct, change and destruct groups. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.group;
