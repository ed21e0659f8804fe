// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.host.JobSpec;
import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.posix.Signals;
import org.pmix4j.host.internal.process.ChildProcess;
import org.pmix4j.host.internal.process.Program;
import org.pmix4j.host.internal.spawn.JobOrigin;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.options.JobOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;

/**
 * Stops ranks before they execute their programs: a shell stops itself and then becomes the program, so that a debugger can attach to the
 * process before the first instruction of the program. Owned by a {@link JobCourse}, used on the host's thread.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIX_DEBUG_STOP_ON_EXEC; PRRTE, odls: a process that is traced at its exec"
 */
final class ExecStop {
	/** The name of the breakpoint. */
	static final String BREAKPOINT = "exec";

	private static final Program SHELL = new Program("/bin/sh", Path.of("/bin/sh"));
	private static final List<String> SCRIPT = List.of("-c", "kill -STOP $$; exec \"$0\" \"$@\"");
	/** A stop raises no event without a tracer. */
	private static final Duration LOOK = Duration.ofMillis(5);

	private final HostThread thread;
	private final JobSpec spec;
	private final Optional<PmixValue> directive;
	private final JobHold hold;
	private final List<RankRun> pending = new ArrayList<>();
	private final List<RankRun> stopped = new ArrayList<>();
	private boolean released;

	ExecStop(HostThread thread, JobSpec spec, Optional<JobOrigin> origin, JobHold hold) {
		this.thread = thread;
		this.spec = spec;
		this.hold = hold;
		directive = origin.flatMap(from -> from.order().jobInfos().value(JobOptions.STOP_ON_EXEC.attributes().get(0).key()));
		hold.whenReleased(this::release);
	}

	/** Returns whether a rank stops; one that is started again does not. */
	boolean concerns(RankRun rank) {
		return rank.restarts() == 0 && !released && (spec.get(JobOptions.STOP_ON_EXEC)
				|| directive.isPresent() && names(directive.get(), rank.proc().rank()));
	}

	private static boolean names(PmixValue value, Rank rank) {
		return switch (value) {
			case PmixValue.Bool flag -> flag.value();
			case Rank one -> one.equals(Rank.WILDCARD) || one.equals(rank);
			case DataArray some -> some.elements().contains(rank);
			default -> true;
		};
	}

	/** Returns the program that stops. */
	static Program program() {
		return SHELL;
	}

	/** Returns the arguments with which it becomes the program of a rank. */
	static List<String> arguments(FoundApp app) {
		List<String> arguments = new ArrayList<>(SCRIPT);
		arguments.add(app.program().execPath());
		arguments.addAll(app.arguments());
		return arguments;
	}

	/** Waits until the ranks have stopped, and then holds them; all ranks run. */
	void begin(List<RankRun> ranks) {
		assert thread.inThread();
		ranks.stream().filter(this::concerns).forEach(pending::add);
		look();
	}

	private void look() {
		if (pending.isEmpty()) {
			return;
		}
		for (RankRun rank : List.copyOf(pending)) {
			if (!rank.isRunning()) {
				pending.remove(rank);
			} else if (rank.child().filter(ChildProcess::isStopped).isPresent()) {
				pending.remove(rank);
				stopped.add(rank);
			}
		}
		if (!pending.isEmpty()) {
			thread.schedule(LOOK, this::look);
		} else if (!stopped.isEmpty()) {
			if (released) {
				resume();
			} else {
				hold.stopped(BREAKPOINT, stopped.size());
			}
		}
	}

	private void release() {
		released = true;
		resume();
	}

	private void resume() {
		stopped.forEach(rank -> rank.signal(Signals.CONT));
		stopped.clear();
	}
}
