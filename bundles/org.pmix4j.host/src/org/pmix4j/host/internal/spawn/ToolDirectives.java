// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobListener;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.OptionRules;
import org.pmix4j.job.options.OptionScope;
import org.pmix4j.job.options.OptionSource;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.job.options.SpawnOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.server.spi.ParentTool;

/**
 * The directives of the tool that has started this launcher: the PMIX_LAUNCH_DIRECTIVES that it has registered, and those of the event
 * PMIX_DEBUGGER_RELEASE with which it lets the launcher go on. Owned by the host; changed on its thread, read on any.
 *
 * @see "PMIx Standard, chapter Tools and Debuggers, indirect launch"
 */
public final class ToolDirectives {
	/** Of releases that arrive before the answer of the tool, which sends both without waiting. */
	private static final int MOST_EARLY = 16;

	private final Map<Proc, Infos> early = new HashMap<>();
	private final CompletableFuture<Void> released = new CompletableFuture<>();
	private volatile Optional<Proc> tool = Optional.empty();
	private volatile Infos infos = Infos.EMPTY;

	/**
	 * Notes the tool, which has answered.
	 *
	 * @param parent the tool
	 */
	public void begin(ParentTool parent) {
		add(parent.jobInfo());
		tool = Optional.of(parent.proc());
		Optional.ofNullable(early.get(parent.proc())).ifPresent(this::release);
		early.clear();
	}

	/** @return the tool that has started this launcher; empty if no tool has */
	public Optional<Proc> tool() {
		return tool;
	}

	/** @return the directives; forwarding of both streams is the default for a tool */
	public Infos infos() {
		Infos all = infos;
		OptionValues defaults = OptionValues.DEFAULTS.with(SpawnOptions.FORWARD_STDOUT, true).with(SpawnOptions.FORWARD_STDERR, true);
		for (Info forwarded : OptionTable.write(defaults)) {
			all = all.withUnique(forwarded, false);
		}
		return all;
	}

	/** @return completes when the launcher may start its job; fails if the tool ends before. Never completes without a tool */
	public CompletableFuture<Void> released() {
		return released;
	}

	/**
	 * Waits for an answer of the tool.
	 *
	 * @param answer to wait for
	 * @throws PmixException if it fails
	 */
	public static void await(CompletableFuture<Void> answer) throws PmixException {
		try {
			answer.join();
		} catch (CompletionException e) {
			throw e.getCause() instanceof PmixException known ? known : new PmixException(Status.ERROR, String.valueOf(e.getCause()), e);
		}
	}

	/**
	 * Handles an event if it is the first release that the tool sends, which is for the launcher itself.
	 *
	 * @param code   the event
	 * @param source the process that has raised it
	 * @param about  its infos
	 */
	public void told(Status code, Proc source, Infos about) {
		if (released.isDone() || !code.equals(Status.DEBUGGER_RELEASE)) {
			return;
		}
		if (tool.isEmpty() && early.size() < MOST_EARLY) {
			early.putIfAbsent(source, about);
		} else if (tool.filter(source::equals).isPresent()) {
			release(about);
		}
	}

	private void release(Infos about) {
		add(about);
		released.complete(null);
	}

	private void add(Infos told) {
		List<Info> directives = new ArrayList<>(infos.list());
		for (Info info : told) {
			if (info.key().equals(ToolAttributes.LAUNCH_DIRECTIVES.key()) && info.value() instanceof DataArray array) {
				try {
					directives.addAll(array.infos().list());
				} catch (PmixException malformed) {
					released.completeExceptionally(malformed);
				}
			}
		}
		infos = new Infos(directives);
	}

	/**
	 * Notes that a tool is gone.
	 *
	 * @param gone the tool
	 * @return whether it had started this launcher
	 */
	public boolean lost(Proc gone) {
		boolean mine = tool.filter(gone::equals).isPresent();
		if (mine) {
			released.completeExceptionally(new PmixException(Status.ERR_LOST_CONNECTION,
					"the tool " + gone + ", which started this launcher, is gone; no job was started"));
		}
		return mine;
	}

	/**
	 * Applies the directives to a job of the launcher's command line. They take precedence over its options.
	 *
	 * @param spec     the job
	 * @param listener follows the family of the job
	 * @return the request for it, as if the tool had spawned it; as it is if no tool has started this launcher
	 * @throws PmixException if a directive is malformed, contradicts the job, or is required and has no effect
	 */
	public LaunchRequest request(JobSpec spec, JobListener listener) throws PmixException {
		if (tool.isEmpty()) {
			return LaunchRequest.of(spec, listener);
		}
		Infos directives = infos();
		SpawnSupport.checkOfLaunch(directives);
		OptionValues given = OptionTable.read(directives);
		OptionValues ofJob = spec.options().plus(given.only(OptionScope.JOB));
		OptionValues ofApps = given.only(OptionScope.APP);
		List<AppSpec> apps = spec.apps().stream()
				.map(app -> new AppSpec(app.program(), app.arguments(), app.options().plus(ofApps))).toList();
		SpawnDirectives wishes = new SpawnDirectives(given);
		try {
			OptionRules.check(ofJob, spec.size(), OptionSource.ATTRIBUTES);
			return new LaunchRequest(new JobSpec(apps, spec.directory(), spec.environment(), ofJob, spec.sink(), spec.input()), listener, tool,
					Optional.empty(), wishes.news(directives), wishes.bonds(), wishes.forwarded(),
					SpawnSupport.forRanks(directives, spec.apps(), List.of()), Optional.empty(), SpawnSupport.ignoredOfLaunch(directives));
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_BAD_PARAM, "directives of the tool: " + e.getMessage(), e);
		}
	}
}
