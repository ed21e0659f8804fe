// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.Optional;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.NodeAttributes;

/** Passes events of debugging to their jobs. Owned by {@link LocalPmixHost}. */
final class DebugCalls {
	private final Jobs jobs;

	DebugCalls(Jobs jobs) {
		this.jobs = jobs;
	}

	/** Handles an event if it is one of debugging. */
	void told(Status code, Proc source, Infos infos) {
		jobs.directives().told(code, source, infos);
		if (code.equals(Status.READY_FOR_DEBUG)) {
			Optional<String> told = infos.value(DebuggerAttributes.BREAKPOINT.key()).map(DebugCalls::text);
			jobs.find(source.nspace()).ifPresent(job -> job.course().hold()
					.stopped(told.orElseGet(() -> job.spec().get(JobOptions.BREAKPOINT)), stopped(infos, job)));
		} else if (code.equals(Status.DEBUGGER_RELEASE)) {
			infos.stream().filter(info -> info.key().equals(EventAttributes.EVENT_CUSTOM_RANGE.key())).map(Info::value)
					.filter(Proc.class::isInstance).map(Proc.class::cast).map(Proc::nspace).distinct()
					.flatMap(nspace -> jobs.find(nspace).stream())
					.forEach(job -> job.course().hold().released());
		}
	}

	/** Returns how many ranks have stopped: the server reports all of them together, or each by itself. */
	private static int stopped(Infos infos, JobHandle job) {
		return infos.value(NodeAttributes.LOCAL_SIZE.key()).flatMap(NodeAttributes.LOCAL_SIZE.type()::fromValue)
				.orElse(Math.min(job.counters().readyForDebug() + 1, job.course().ranks().size()));
	}

	private static String text(PmixValue value) {
		return value instanceof PmixValue.Str text ? text.value() : "";
	}
}
