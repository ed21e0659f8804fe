// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.job.Job;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.events.JobStage;
import org.pmix4j.job.options.ReportOptions;
import org.pmix4j.model.JobState;
import org.pmix4j.model.Proc;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Tells the listeners of the host and of the launch about one job. A listener that throws is logged and disturbs nothing. Owned by a
 * {@link JobController}.
 */
public final class JobNotifier {
	private final Job job;
	private final List<JobListener> listeners;
	private final boolean showsStages;
	private volatile Optional<EngineEvent> last = Optional.empty();

	/** Calls the listeners in their order. */
	JobNotifier(Job job, List<JobListener> listeners) {
		this.job = job;
		showsStages = job.spec().get(ReportOptions.STAGES);
		this.listeners = listeners.stream().filter(listener -> listener != JobListener.NONE).toList();
	}

	/**
	 * Passes an event on; also shows it to the user if it is a new stage and the user wants to see them.
	 *
	 * @param event that concerns the job
	 */
	public void onEvent(EngineEvent event) {
		last = Optional.of(event);
		tellAll(listener -> listener.onEvent(job, event));
		if (showsStages && (event instanceof EngineEvent.JobEntered || event instanceof EngineEvent.RankEntered)) {
			tell(event.text());
		}
	}

	/** Returns the last event; may be called from any thread. */
	Optional<EngineEvent> last() {
		return last;
	}

	void changed(JobState state) {
		tellAll(listener -> listener.jobChanged(job, state));
	}

	void changed(RankProcess rank) {
		tellAll(listener -> listener.rankChanged(job, rank));
	}

	/** Reports that all ranks that are to stop for a debugger have stopped, and the debugger that they wait for if it is known. */
	void stopped(String breakpoint, List<Proc> awaited) {
		Proc whole = Proc.wildcard(job.nspace());
		onEvent(new EngineEvent.JobEntered(Instant.now(), whole, JobStage.READY_FOR_DEBUG));
		onEvent(new EngineEvent.ReadyForDebug(Instant.now(), whole, breakpoint, awaited));
		tellAll(listener -> listener.readyForDebug(job, breakpoint));
	}

	/** Reports that the ranks that have stopped for a debugger may continue. */
	void released() {
		tellAll(listener -> listener.released(job));
	}

	/** Reports a line, which may contain text of the job's processes. */
	void tell(String text) {
		String shown = PeerText.line(text);
		tellAll(listener -> listener.message(job, shown));
	}

	/** Hands on a report of whole lines. */
	void report(String text) {
		tellAll(listener -> listener.report(job, text));
	}

	private void tellAll(Consumer<JobListener> news) {
		for (JobListener listener : listeners) {
			try {
				news.accept(listener);
			} catch (Throwable e) { // also a checked exception, which other languages do not declare
				HostLog.log(Level.ERROR, "a listener of the host failed", e);
			}
		}
	}
}
