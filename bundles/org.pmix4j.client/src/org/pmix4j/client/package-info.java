// SPDX-License-Identifier: EPL-2.0
/**
 * The client role: a rank of a job shares data and events with other ranks through the PMIx server of its launcher.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client;
