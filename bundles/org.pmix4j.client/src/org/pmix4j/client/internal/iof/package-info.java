// SPDX-License-Identifier: EPL-2.0
/** Forwarded output and input of processes: pulls with their handlers, delivery, and pushed input. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.iof;
