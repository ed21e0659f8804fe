// SPDX-License-Identifier: EPL-2.0
/**
 * Events of an engine: the stages of jobs and ranks, collectives, debuggers, PMIx events.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.events;
