// SPDX-License-Identifier: EPL-2.0
/**
 * Requests to the host: queries, logging, resources, control of jobs and sessions, monitoring.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.host;
