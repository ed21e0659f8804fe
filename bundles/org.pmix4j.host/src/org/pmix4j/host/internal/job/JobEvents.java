// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.job.ErrorPolicy;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.RankState;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.options.RecoveryOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.spi.LoopServer;

/**
 * Raises the events of one job. Owned by its {@link JobController}.
 *
 * @see "PMIx Standard, chapter Process Management, PMIX_NOTIFY_JOB_EVENTS and the attributes beside it; PRRTE, state/dvm dvm_notify"
 */
final class JobEvents {
	private static final long MILLIS = 1000;

	private final LoopServer server;
	private final JobNotifier news;
	private final Proc whole;
	private final Optional<Proc> spawner;
	private final LaunchRequest.News wanted;
	private final JobReports reports;
	private final Set<Proc> leftConnected = new HashSet<>();
	private boolean begun;

	JobEvents(LoopServer server, String nspace, LaunchRequest request, JobNotifier news, JobReports reports) {
		this.news = news;
		this.server = server;
		this.reports = reports;
		whole = Proc.wildcard(nspace);
		spawner = request.spawner();
		wanted = request.news();
	}

	/** Returns the reports in words. */
	JobReports reports() {
		return reports;
	}

	/** Notes that a process runs; only the first one raises an event. */
	void started() {
		boolean first = !begun;
		begun = true;
		if (first) {
			reports.started();
			tellOfJob(Status.EVENT_JOB_START);
		}
	}

	/** Notes that all processes run. */
	void launched(List<RankRun> ranks) {
		reports.launched(ranks.size());
		tellOfJob(Status.LAUNCH_COMPLETE);
	}

	/** The default handlers of a spawner get the event as well, because it has requested it. */
	private void tellOfJob(Status code) {
		if (spawner.isPresent() && wanted.job()) {
			tell(spawner.get(), code, server.identity(), Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, whole),
					Info.of(JobAttributes.NSPACE, whole.nspace()), now()));
		}
	}

	/**
	 * Notes that a process has ended. The spawner of the job gets the event of its failure, and that of its end if it has requested that;
	 * handlers without a code get both.
	 */
	void ended(RankRun rank, ExitOutcome fate) {
		reports.ended(rank, fate);
		if (spawner.isEmpty()) {
			return;
		}
		if (fate.cause().isFailure()) {
			tell(spawner.get(), fate.cause().event(), rank.proc(), of(rank, fate));
		}
		if (wanted.procs() || wanted.failures() && fate.cause().isFailure()) {
			tell(spawner.get(), Status.EVENT_PROC_TERMINATED, rank.proc(), of(rank, fate).with(now()));
		}
	}

	/** Tells the remaining processes of the job that one of them has failed or, if the job goes on without it, was ended on request. */
	void lost(RankRun rank, ExitOutcome fate, JobSpec spec) {
		boolean killed = fate.cause() == ExitOutcome.Cause.KILLED && spec.errorPolicy() == ErrorPolicy.CONTINUE;
		if ((killed || fate.cause().isFailure()) && spec.get(RecoveryOptions.NOTIFY_RANKS)) {
			raise(fate.cause().event(), rank.proc(), DataRange.NAMESPACE, of(rank, fate));
		}
	}

	private static Infos of(RankRun rank, ExitOutcome fate) {
		return Infos.of(Info.of(EventAttributes.EVENT_AFFECTED_PROC, rank.proc()), Info.of(ProcAttributes.EXIT_CODE, fate.exitCode()));
	}

	/**
	 * Warns processes that this host is about to end them, and when it will kill those that go on. Only handlers of the code get the event,
	 * as a default handler may end the process itself.
	 *
	 * @param code    why
	 * @param targets ranks of the job
	 * @see "PMIx Standard, chapter Event Notification, PMIX_EVENT_TERMINATE_JOB, PMIX_EVENT_TERMINATE_PROC, PMIX_EVENT_ACTION_TIMEOUT"
	 */
	void ending(Status code, List<RankRun> targets, boolean isWholeJob) {
		List<RankRun> listening = targets.stream().filter(rank -> rank.state() == RankState.CONNECTED && !rank.killTimeout().isZero()).toList();
		if (listening.isEmpty()) {
			return;
		}
		long limit = listening.stream().mapToLong(rank -> rank.killTimeout().toMillis()).max().orElse(0);
		Infos infos = Infos.of(nonDefault(), Info.of(EventAttributes.EVENT_DO_NOT_CACHE, true),
				Info.of(isWholeJob ? EventAttributes.EVENT_TERMINATE_JOB : EventAttributes.EVENT_TERMINATE_PROC, true),
				Info.of(EventAttributes.EVENT_ACTION_TIMEOUT, (int) Math.min(Integer.MAX_VALUE, Math.ceilDiv(limit, MILLIS))), now());
		if (isWholeJob) {
			tell(whole, code, server.identity(), infos.with(Info.of(EventAttributes.EVENT_AFFECTED_PROC, whole)));
		} else {
			listening.forEach(rank -> tell(rank.proc(), code, server.identity(),
					infos.with(Info.of(EventAttributes.EVENT_AFFECTED_PROC, rank.proc()))));
		}
	}

	/** Notes that a process has ended while it was connected with others, which the server has notified. */
	void leftConnected(Proc proc) {
		leftConnected.add(proc);
	}

	/**
	 * Raises the event that the job has ended, which the spawner and all other registered processes receive; default handlers get it only if
	 * the spawner has requested it, and only there. If a process has left its
	 * connections without a disconnect, a further event is raised for this job and for each descendant that has ended with it.
	 */
	void over(JobResult result, List<String> taken) {
		if (result.status().equals(Status.ERR_JOB_TERM_WO_SYNC)
				|| result.culprit().map(RankProcess::proc).filter(leftConnected::contains).isPresent()) {
			withoutSync(whole.nspace(), result);
			taken.forEach(nspace -> withoutSync(nspace, result));
		}
		ended(result);
	}

	private void withoutSync(String nspace, JobResult result) {
		Infos infos = Infos.of(nonDefault(), Info.of(JobAttributes.NSPACE, nspace),
				Info.of(EventAttributes.EVENT_AFFECTED_PROC, Proc.wildcard(nspace)), now());
		raise(Status.ERR_JOB_TERM_WO_SYNC, result.culprit().map(RankProcess::proc).orElse(whole), DataRange.SESSION, infos);
	}

	private void ended(JobResult result) {
		if (result.isSuccess() && wanted.silent()) {
			return;
		}
		List<Info> infos = new ArrayList<>(List.of(nonDefault(), Info.of(JobAttributes.JOB_TERM_STATUS, statusOf(result)),
				Info.of(EventAttributes.EVENT_AFFECTED_PROC, result.culprit().map(RankProcess::proc).orElse(whole)), now()));
		result.culprit().ifPresent(rank -> infos.add(Info.of(ProcAttributes.PROCID, rank.proc())));
		if (result.exitCode() != 0) {
			infos.add(Info.of(ProcAttributes.EXIT_CODE, result.exitCode()));
		}
		spawner.filter(process -> wanted.end()).ifPresent(process -> infos.add(Info.of(IdentityAttributes.REQUESTOR, process)));
		result.message().ifPresent(text -> infos.add(Info.of(EventAttributes.EVENT_TEXT_MESSAGE, text)));
		raise(Status.EVENT_JOB_END, Proc.of(whole.nspace(), 0), DataRange.SESSION, new Infos(infos));
	}

	/** Returns the status of the job; to prun, which exits with its low byte, the exit code, as prte sends it. */
	private Status statusOf(JobResult result) {
		boolean toPrun = spawner.filter(SpawnRequest::isPrun).isPresent();
		return toPrun ? Status.of(result.exitCode()) : result.status();
	}

	private void tell(Proc target, Status code, Proc source, Infos infos) {
		raise(code, source, DataRange.CUSTOM, infos.with(Info.of(EventAttributes.EVENT_CUSTOM_RANGE.key(), target)));
	}

	private void raise(Status code, Proc source, DataRange range, Infos infos) {
		news.onEvent(new EngineEvent.Raised(Instant.now(), source, code));
		server.notifyEvent(code, source, range, infos);
	}

	private static Info nonDefault() {
		return Info.of(EventAttributes.EVENT_NON_DEFAULT, true);
	}

	private static Info now() {
		return Info.of(EventAttributes.EVENT_TIMESTAMP, System.currentTimeMillis() / MILLIS);
	}
}
