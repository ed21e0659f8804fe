// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host;

import java.time.Instant;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/**
 * An entry in the record of a job, logged with PMIX_LOG_JOB_RECORD by one of its processes, or by the host for its spawner. Immutable.
 *
 * @param time   when the process logged it, or when it arrived if the process gave no time
 * @param source the process; all of the job if the entry is about the job
 * @param data   the logged keys and values, at least one
 * @see LocalHost#jobRecord(String)
 */
public record LogRecord(Instant time, Proc source, Infos data) {
}
