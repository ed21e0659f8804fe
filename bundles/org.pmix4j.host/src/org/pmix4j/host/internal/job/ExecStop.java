// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import org.pmix4j.host.internal.plan.JobPlan.FoundApp;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Rank;
import org.pmix4j.model.bytes.Signals;
import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.Program;

/**
 * Stops ranks before the first instruction of their programs, so that a debugger can attach to them there: a shell stops itself, so that it
 * can be traced, and then becomes the program, in which it is stopped again. Where the kernel forbids tracing, the rank stays stopped in
 * the shell. Owned by a {@link JobController}, used on the host's thread.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, PMIX_DEBUG_STOP_ON_EXEC; PRRTE, odls: a process that is traced at its exec"
 */
final class ExecStop {
	/** The name of the breakpoint. */
	static final String BREAKPOINT = "exec";

	private static final Program SHELL = new Program("/bin/sh", Path.of("/bin/sh"));
	private static final List<String> SCRIPT = List.of("-c", "kill -STOP $$; exec \"$0\" \"$@\"");

	private final HostThread thread;
	private final JobSpec spec;
	private final Optional<PmixValue> directive;
	private final DebugStop hold;
	private final Consumer<String> tell;
	/** Ranks that were started to stop, and are not known to have stopped. */
	private final Set<RankRun> pending = new LinkedHashSet<>();
	private final List<RankRun> stopped = new ArrayList<>();
	private final List<String> refusals = new ArrayList<>();
	private boolean released;

	/** @param tell shows a message about the job to the user */
	ExecStop(HostThread thread, LaunchRequest request, DebugStop hold, Consumer<String> tell) {
		this.thread = thread;
		spec = request.spec();
		this.hold = hold;
		this.tell = tell;
		directive = request.jobInfos().value(JobOptions.STOP_ON_EXEC.attributes().get(0).key());
		hold.whenReleased(this::release);
	}

	/** Decides whether a rank that is about to be started stops; one that is started again does not. */
	boolean stops(RankRun rank) {
		assert thread.inThread();
		boolean stops = rank.restarts() == 0 && !released && (spec.get(JobOptions.STOP_ON_EXEC)
				|| directive.isPresent() && names(directive.get(), rank.proc().rank()));
		if (stops) {
			pending.add(rank);
		}
		return stops;
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

	/** Passes the ranks on to their programs, and holds them when all have stopped there; all ranks run. */
	void begin() {
		assert thread.inThread();
		for (RankRun rank : List.copyOf(pending)) {
			ChildProcess child = rank.child().orElseThrow();
			thread.whenDone(child.stopInNextProgram(), (refusal, never) -> arrived(rank, refusal));
		}
	}

	private void arrived(RankRun rank, Optional<String> refusal) {
		pending.remove(rank);
		refusal.ifPresent(refusals::add);
		if (rank.isRunning()) {
			stopped.add(rank);
		}
		if (released) {
			resume();
		} else if (pending.isEmpty() && !stopped.isEmpty()) {
			if (!refusals.isEmpty()) {
				tell.accept(refusals.size() + " of " + stopped.size() + " stopped ranks are still in " + SHELL.name() + " and execute their"
						+ " programs when they are released, because the system does not let pmix4j trace them (" + refusals.get(0) + ")");
			}
			hold.stopped(BREAKPOINT, stopped.size());
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
