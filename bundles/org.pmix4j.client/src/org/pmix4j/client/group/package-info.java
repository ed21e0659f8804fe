// SPDX-License-Identifier: EPL-2.0
/**
 * Groups of processes: construction by all members or by invitation, departure, destruction.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.group;
