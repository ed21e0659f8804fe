// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.util.Optional;

import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.JobOrigin;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOptions;

/**
 * A request for a job. Immutable.
 *
 * @param spec     the order
 * @param session  the session that the job runs in
 * @param origin   the process that spawns it and the order of that process; empty for a launched job
 * @param relative a job of the family that it joins; empty if it begins a family
 * @param listener follows the family that the job begins, in addition to the listener of the host
 */
record LaunchRequest(JobSpec spec, SessionRun session, Optional<JobOrigin> origin, Optional<JobHandle> relative, JobListener listener) {
	/** Only maps the job if processes cannot be started on its nodes. */
	LaunchRequest {
		if (!session.nodes().startProcesses()) {
			spec = spec.withOption(JobOptions.DO_NOT_LAUNCH, true);
		}
	}
}
