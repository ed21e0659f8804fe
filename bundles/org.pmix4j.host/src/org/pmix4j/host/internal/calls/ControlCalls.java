// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.host.internal.group.GroupService;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.bytes.Signals;

/**
 * Carries out PMIx_Job_control on the processes of this host: signal, pause, resume, terminate and kill, the separation of a job from its
 * parent, and the cancellation of pending requests. Every process may control every other, as the server accepts peers of one user only.
 * Owned by {@link LocalPmixHost}.
 *
 * @see "PMIx Standard, chapter Job Management, PMIx_Job_control"
 */
final class ControlCalls {
	/**
	 * Directives that give no order to processes: the name of the request, a number for a group, and abilities of the process, which have no
	 * effect and are not required.
	 */
	private static final Set<String> NOTED = Stream.<Attribute<?>>of(JobControlAttributes.JOB_CTRL_ID,
			JobControlAttributes.JOB_CTRL_PREEMPTIBLE, JobControlAttributes.JOB_CTRL_CHECKPOINT_METHOD,
			JobControlAttributes.JOB_CTRL_CHECKPOINT_EVENT, JobControlAttributes.JOB_CTRL_CHECKPOINT_SIGNAL,
			GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, GroupAttributes.GROUP_ID).map(Attribute::key)
			.collect(Collectors.toUnmodifiableSet());
	/** Explains the refusal of orders that the Standard defines. */
	private static final Map<String, String> WHY_NOT = Map.of(
			JobControlAttributes.JOB_CTRL_CHECKPOINT.key(), ": it has no checkpoints; a process may save its state itself",
			JobControlAttributes.JOB_CTRL_RESTART.key(),
			": it has no checkpoints; to start failed ranks again, use --max-restarts, or PMIX_MAX_RESTARTS in a spawn",
			JobControlAttributes.JOB_CTRL_PROVISION.key(), ": it cannot provision nodes",
			JobControlAttributes.JOB_CTRL_PROVISION_IMAGE.key(), ": it cannot provision nodes");
	/** The names of "all requests": empty in the Standard, "all" in the tool pctrl. */
	private static final Set<String> ALL = Set.of("", "all");
	private static final int HIGHEST_SIGNAL = 64;
	/** Limit on the orders of one request, each of which may concern all ranks. */
	private static final int MOST_ORDERS = 8;

	/** An action on some ranks of a job. */
	private interface Deed {
		CompletableFuture<Void> on(JobHandle job, List<RankRun> ranks);
	}

	/** Cancels requests that are pending. */
	interface Cancellation {
		/**
		 * @param requester of the cancellation
		 * @param name      that the request got; empty for all requests of the requester
		 * @return whether there was such a request that the requester may cancel
		 */
		boolean cancel(Proc requester, String name);
	}

	private final Jobs jobs;
	private final Cancellation pending;
	private final GroupService groups;

	ControlCalls(Jobs jobs, Cancellation pending, GroupService groups) {
		this.jobs = jobs;
		this.pending = pending;
		this.groups = groups;
	}

	/** Follows the directives. Returns a stage that completes when all is done, and processes that were to end have ended. */
	CompletionStage<Infos> control(Proc requester, List<Proc> procs, Infos directives) throws PmixException {
		List<Deed> deeds = deeds(directives);
		Targets targets = Targets.find(jobs,
				procs.isEmpty() && !deeds.isEmpty() ? List.of(Proc.wildcard(requester.nspace())) : procs);
		for (Info directive : directives) {
			cancel(requester, directive);
		}
		CompletableFuture<?>[] done = deeds.stream().map(deed -> targets.each(deed::on)).toArray(CompletableFuture[]::new);
		// the leader of a group by invitation, since release 7.0: no call for the group itself reaches the host
		Infos found = groups.numbered(directives.isTrue(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID), Infos.EMPTY);
		return CompletableFuture.allOf(done).thenApply(all -> found);
	}

	/** Translates the directives. Fails if one of them cannot be followed, so that none is. */
	private static List<Deed> deeds(Infos directives) throws PmixException {
		List<Deed> deeds = new ArrayList<>();
		boolean noted = false;
		for (Info directive : directives) {
			if (NOTED.contains(directive.key()) || isCancel(directive)) {
				requireType(directive);
				noted = true;
			} else {
				add(directive, deeds);
				if (deeds.size() > MOST_ORDERS) {
					throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "job control: one request may give at most " + MOST_ORDERS + " orders");
				}
			}
		}
		if (deeds.isEmpty() && !noted) {
			throw new PmixException(directives.isEmpty() ? Status.ERR_BAD_PARAM : Status.ERR_NOT_SUPPORTED,
					"job control: this host supports none of the directives");
		}
		return deeds;
	}

	/** Throws BAD_PARAM if a directive has a value of another type; the name of a request may be left out. */
	private static void requireType(Info directive) throws PmixException {
		Optional<Attribute<?>> attribute = KnownAttributes.byKey(directive.key());
		if (attribute.isPresent() && !(directive.value() instanceof PmixValue.NullStr || directive.value() instanceof PmixValue.Undef)) {
			attribute.get().read(directive.value());
		}
	}

	private static boolean isCancel(Info directive) {
		return directive.key().equals(JobControlAttributes.JOB_CTRL_CANCEL.key());
	}

	/**
	 * Cancels the request that the directive names: a monitor, an allocation that waits, a session whose programs start, or the time limit of
	 * a session; without a name all of the requester but time limits. Requests of job control are carried out before they are answered.
	 *
	 * @throws PmixException NOT_FOUND if no such request is pending
	 */
	private void cancel(Proc requester, Info directive) throws PmixException {
		if (!isCancel(directive)) {
			return;
		}
		if (!(directive.value() instanceof PmixValue.Str name) || ALL.contains(name.value())) {
			pending.cancel(requester, "");
		} else if (!pending.cancel(requester, name.value())) {
			throw new PmixException(Status.ERR_NOT_FOUND, "job control: no request '" + name.value() + "' of " + requester + " is pending");
		}
	}

	private static void add(Info directive, List<Deed> deeds) throws PmixException {
		String key = directive.key();
		if (key.equals(JobControlAttributes.JOB_CTRL_SIGNAL.key())) {
			int signal = JobControlAttributes.JOB_CTRL_SIGNAL.read(directive.value());
			if (signal < 1 || signal > HIGHEST_SIGNAL) {
				throw new PmixException(Status.ERR_BAD_PARAM, "job control: signal " + signal + " is not in 1.." + HIGHEST_SIGNAL);
			}
			deeds.add((job, ranks) -> deliver(job, signal, ranks));
		} else if (isWanted(directive, JobControlAttributes.JOB_CTRL_PAUSE)) {
			deeds.add((job, ranks) -> deliver(job, Signals.STOP, ranks));
		} else if (isWanted(directive, JobControlAttributes.JOB_CTRL_RESUME)) {
			deeds.add((job, ranks) -> deliver(job, Signals.CONT, ranks));
		} else if (isWanted(directive, JobControlAttributes.JOB_CTRL_TERMINATE)) {
			deeds.add((job, ranks) -> job.course().orders().end(ranks, false));
		} else if (isWanted(directive, JobControlAttributes.JOB_CTRL_KILL)) {
			deeds.add((job, ranks) -> job.course().orders().end(ranks, true));
		} else if (isWanted(directive, JobControlAttributes.JOB_CTRL_SEP)) {
			deeds.add((job, ranks) -> {
				job.separate();
				return CompletableFuture.completedFuture(null);
			});
		} else if (directive.isRequired() || isOrder(key)) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "job control: this host does not support "
					+ KnownAttributes.nameOf(key) + WHY_NOT.getOrDefault(key, ""));
		}
	}

	/** Returns whether the directive is an order of job control, which must be refused if unsupported; other directives may be ignored. */
	private static boolean isOrder(String key) {
		return key.startsWith("pmix.jctrl.") && !isPlain(key);
	}

	private static boolean isPlain(String key) {
		return Stream.of(JobControlAttributes.JOB_CTRL_PAUSE, JobControlAttributes.JOB_CTRL_RESUME, JobControlAttributes.JOB_CTRL_TERMINATE,
				JobControlAttributes.JOB_CTRL_KILL, JobControlAttributes.JOB_CTRL_SEP).anyMatch(attribute -> attribute.key().equals(key));
	}

	private static boolean isWanted(Info directive, Attribute<Boolean> attribute) throws PmixException {
		return directive.key().equals(attribute.key()) && Infos.of(directive).isTrue(attribute);
	}

	private static CompletableFuture<Void> deliver(JobHandle job, int signal, List<RankRun> ranks) {
		job.course().orders().deliver(signal, ranks);
		return CompletableFuture.completedFuture(null);
	}
}
