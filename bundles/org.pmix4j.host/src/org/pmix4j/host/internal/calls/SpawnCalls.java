// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.pmix4j.host.internal.fate.JobFailure;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.plan.OpenMpiPersonality;
import org.pmix4j.host.internal.scheduler.SessionRights;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionChoice;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.spawn.LaunchRequest;
import org.pmix4j.host.internal.spawn.OwnSession;
import org.pmix4j.host.internal.spawn.SpawnBase;
import org.pmix4j.host.internal.spawn.SpawnReader;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.ForeignVariables;
import org.pmix4j.job.JobResult;
import org.pmix4j.job.Node;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.bytes.OwnProcess;
import org.pmix4j.placement.internal.allocation.PlacementFiles;

/**
 * Spawns jobs for processes. By default, the output of a spawned job goes to the sink of its parent. Owned by {@link LocalPmixHost}, used
 * on the host's thread.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Spawn"
 */
final class SpawnCalls {
	/** The time for a rank to report a failed spawn before its job is ended because the other ranks would wait forever. */
	private static final Duration LAST_WORDS = Duration.ofMillis(500);

	/** The number of directives without effect that are reported one by one; the others are counted. */
	private static final int REPORTS = 100;

	/** A request is long from so many infos, variables and arguments on; a program counts for some, and so do a few characters. */
	private static final int LONG = 512;
	private static final int PROGRAM = 16;
	private static final int CHARACTERS = 8;

	private final HostThread thread;
	private final Jobs jobs;

	SpawnCalls(HostThread thread, Jobs jobs) {
		this.thread = thread;
		this.jobs = jobs;
	}

	/** Spawns a job. Returns its namespace when all processes run; fails with the status of the job if they cannot. */
	CompletionStage<String> spawn(SpawnRequest request) {
		return spawn(request, Optional.empty());
	}

	/** Opens the session in which a job is to run. */
	@FunctionalInterface
	interface Opener {
		CompletionStage<SessionRun> open() throws PmixException;
	}

	/** Spawns a job in a new session, which ends with the job. */
	CompletionStage<String> spawn(SpawnRequest request, Opener opener) {
		CompletionStage<SessionRun> opened;
		try {
			opened = opener.open();
		} catch (PmixException e) {
			opened = CompletableFuture.failedFuture(e);
		}
		CompletableFuture<String> answer = new CompletableFuture<>();
		opened.whenComplete((session, unopened) -> {
			if (unopened != null) {
				PmixException problem = unopened instanceof PmixException known ? known
						: new PmixException(Status.ERROR, "spawn: " + unopened, unopened);
				tell(request, problem);
				refuse(request, problem, answer);
				return;
			}
			spawn(OwnSession.granted(request), Optional.of(session)).whenComplete((nspace, problem) -> {
				if (problem != null) {
					session.end();
					answer.completeExceptionally(problem);
				} else {
					answer.complete(nspace);
				}
			});
		});
		return answer;
	}

	/** Spawns a job in a session, if one is given, or in the one that the request names. */
	CompletionStage<String> spawn(SpawnRequest request, Optional<SessionRun> session) {
		assert thread.inThread();
		CompletableFuture<String> answer = new CompletableFuture<>();
		try {
			start(request.main(), thread.answering(answer), session, main -> cospawn(request.cospawned(main.nspace()), session, main, answer),
					problem -> refuse(request, problem, answer));
		} catch (PmixException e) {
			tell(request, e);
			refuse(request, e, answer);
		}
		return answer;
	}

	/** Starts jobs one after the other beside one that runs. If one of them cannot start, the main one ends, too. */
	private void cospawn(List<SpawnRequest> requests, Optional<SessionRun> session, JobHandle main, CompletableFuture<String> answer) {
		if (requests.isEmpty()) {
			answer.complete(main.nspace());
			return;
		}
		SpawnRequest next = requests.get(0);
		Consumer<PmixException> failed = problem -> {
			main.course().end(JobFailure.requested());
			refuse(next, problem, answer);
		};
		try {
			start(next, thread.answering(answer), session, job -> cospawn(requests.subList(1, requests.size()), session, main, answer), failed);
		} catch (PmixException e) {
			tell(next, e);
			failed.accept(e);
		}
	}

	/** Starts one job. One of the receivers is called on the host's thread: when all of its processes run, or when it could not start. */
	private void start(SpawnRequest request, HostThread tasks, Optional<SessionRun> given, Consumer<JobHandle> running,
			Consumer<PmixException> failed) throws PmixException {
		HostContext host = jobs.context().orElseThrow(() -> new PmixException(Status.ERR_JOB_CANCELED, "spawn: the host is closing"));
		Proc spawner = spawner(request);
		Optional<JobHandle> parent = jobs.find(spawner.nspace());
		if (parent.isPresent() && parent.get().course().isEnding()) {
			throw new PmixException(Status.ERR_JOB_CANCELED, "spawn: the job of " + request.requester() + " is ending");
		}
		SessionRun session = given.isPresent() ? given.get() : session(host, request, parent);
		SpawnBase base = base(session, request, parent);
		if (!isLong(request)) {
			SpawnReader reader = SpawnReader.of(request, base);
			if (!PlacementFiles.areNamed(reader.draft())) {
				begin(host, tasks, session, spawner, reader.order(PlacementFiles.NONE), running, failed);
				return;
			}
		}
		tasks.whenDone(thread.aside(() -> read(request, base, host)), (order, problem) -> {
			try {
				if (problem != null) {
					throw problem instanceof PmixException known ? known
							: new PmixException(Status.ERR_JOB_FAILED_TO_MAP, "spawn: " + problem.getMessage(), problem);
				}
				if (jobs.context().isEmpty() || parent.filter(job -> job.course().isEnding()).isPresent() || session.isEnding()) {
					throw new PmixException(Status.ERR_JOB_CANCELED, "spawn: the job of " + request.requester() + " or its session is ending");
				}
				begin(host, tasks, session, spawner, order, running, failed);
			} catch (PmixException e) {
				tell(request, e);
				failed.accept(e);
			}
		});
	}

	private static LaunchRequest read(SpawnRequest request, SpawnBase base, HostContext host) throws PmixException {
		SpawnReader reader = SpawnReader.of(request, base);
		return PlacementFiles.use(reader.draft(), host.memory().share(), reader::order);
	}

	/** Returns whether it takes longer than a millisecond to read a request. */
	private static boolean isLong(SpawnRequest request) {
		long size = size(request.infos());
		for (App app : request.apps()) {
			size += PROGRAM + app.environment().size() + app.arguments().size() + size(app.infos());
		}
		return size > LONG;
	}

	/** Counts the infos, and the characters of lists in them. */
	private static long size(Infos infos) {
		long size = infos.list().size();
		for (Info info : infos.list()) {
			size += info.value() instanceof PmixValue.Str(String text) ? text.length() / CHARACTERS : 0;
		}
		return size;
	}

	private void begin(HostContext host, HostThread tasks, SessionRun session, Proc spawner, LaunchRequest order, Consumer<JobHandle> running,
			Consumer<PmixException> failed) throws PmixException {
		Optional<JobHandle> parent = jobs.find(spawner.nspace());
		JobHandle job = jobs.spawn(host, session, order.by(spawner, parent.flatMap(JobHandle::bookmark)), parent);
		String about = "spawn of job " + job.number() + ": ";
		List<String> ignored = order.ignored();
		for (String text : ignored.subList(0, Math.min(REPORTS, ignored.size()))) {
			job.course().tellOnce(text, about + text);
		}
		if (ignored.size() > REPORTS) {
			job.course().tellOnce(about, about + (ignored.size() - REPORTS) + " more directives have no effect");
		}
		job.course().started().thenAccept(runs -> tasks.run(() -> {
			if (runs) {
				running.accept(job);
			} else {
				job.course().ended().thenAccept(result -> tasks.run(() -> failed.accept(failure(result))));
			}
		}));
	}

	/** Returns the session that the request names, else that of the parent, else the default session. */
	private SessionRun session(HostContext host, SpawnRequest request, Optional<JobHandle> parent) throws PmixException {
		Optional<SessionRun> named = SessionChoice.named(OptionTable.read(request.infos()), host.sessions());
		return named.isPresent() ? SessionRights.require(request.requester(), named.get(), jobs)
				: parent.map(JobHandle::session).orElseGet(host.sessions()::main);
	}

	/** Returns the process that the job belongs to: a running one that the requester names as the parent, or else the requester. */
	private Proc spawner(SpawnRequest request) throws PmixException {
		Proc parent = request.infos().get(ProcAttributes.PARENT_ID).orElse(request.requester());
		if (!parent.equals(request.requester()) && jobs.find(parent).filter(RankRun::isRunning).isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND,
					"spawn: " + ProcAttributes.PARENT_ID.name() + " names " + parent + ", which is not a rank that runs here");
		}
		return parent;
	}

	/** Tells the user why a request was refused, since the program learns only the status. An end of the host or the job is not news. */
	private void tell(SpawnRequest request, PmixException problem) {
		if (!problem.status().equals(Status.ERR_JOB_CANCELED)) {
			jobs.find(request.requester().nspace()).ifPresent(job -> job.course().tell(String.valueOf(problem.getMessage())));
		}
	}

	private void refuse(SpawnRequest request, PmixException problem, CompletableFuture<String> answer) {
		answer.completeExceptionally(problem);
		if (OpenMpiPersonality.tellsOnlyTheRootOfFailure(request.infos())) {
			jobs.find(request.requester().nspace()).filter(job -> job.course().ranks().size() > 1)
					.ifPresent(job -> thread.schedule(LAST_WORDS, () -> job.course().end(JobFailure.deafToSpawn(problem))));
		}
	}

	private static PmixException failure(JobResult result) {
		Status status = result.isSuccess() ? Status.ERR_JOB_FAILED_TO_LAUNCH : result.status();
		return new PmixException(status, "spawn: " + result.message().orElse("the job was ended before it ran"));
	}

	/** Returns the defaults of the new job: the settings of the parent, or, for a job of a tool, those of a launched job. */
	private SpawnBase base(SessionRun session, SpawnRequest request, Optional<JobHandle> parent) {
		SpawnBase.Room room = new SpawnBase.Room(session.nodes().pool(), session.nodes().home().node(), session.resources().busy(),
				session.nodes().home().directory().top(), session.session().slots(), session.resources().free());
		return parent
				.map(job -> new SpawnBase(job.spec().directory(), job.inherited(), placement(request, job),
						job.spec().sink(), environment(request, job), room, this::running))
				.orElseGet(() -> new SpawnBase(OwnProcess.directory(), OptionValues.DEFAULTS, OptionValues.DEFAULTS, jobs.sink(),
						ForeignVariables.without(OwnProcess.environment()), room, this::running));
	}

	private OptionValues placement(SpawnRequest request, JobHandle parent) {
		return jobs.find(request.requester()).map(rank -> parent.spec().apps().get(rank.appNumber()).options())
				.orElse(OptionValues.DEFAULTS);
	}

	private List<Node> running(Proc target) {
		return jobs.find(target.nspace()).stream().flatMap(job -> job.course().ranks().stream())
				.filter(rank -> target.rank().equals(Rank.WILDCARD) || target.equals(rank.proc())).map(RankRun::node).toList();
	}

	/** Returns the environment that the user has set for the requester's program, which spawned programs inherit. */
	private Map<String, String> environment(SpawnRequest request, JobHandle parent) {
		Map<String, String> environment = new HashMap<>(ForeignVariables.without(parent.spec().environment()));
		jobs.find(request.requester()).ifPresent(rank -> parent.spec().apps().get(rank.appNumber()).environment().applyTo(environment));
		return environment;
	}
}
