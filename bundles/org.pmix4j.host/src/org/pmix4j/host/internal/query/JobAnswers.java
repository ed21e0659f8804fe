// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.query;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.host.internal.scheduler.Scheduler;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.site.SiteService;
import org.pmix4j.host.internal.spawn.SpawnSupport;
import org.pmix4j.host.internal.usage.UsageReport;
import org.pmix4j.job.AppSpec;
import org.pmix4j.job.ExitOutcome;
import org.pmix4j.job.Job;
import org.pmix4j.job.Node;
import org.pmix4j.job.RankProcess;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.JobState;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LevelAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;

/**
 * Answers queries about jobs and their processes that the server cannot answer from its job data. Owned by the host; may be used from
 * any thread, and reads files.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, Query; PRRTE src/prted/pmix/pmix_server_queries.c"
 */
public final class JobAnswers {
	private static final Set<String> FROM_FILES = Stream.of(QueryAttributes.QUERY_MEMORY_USAGE, QueryAttributes.QUERY_PROC_RESOURCE_USAGE,
			QueryAttributes.QUERY_NODE_RESOURCE_USAGE, QueryAttributes.QUERY_ALLOCATION, TopologyAttributes.HWLOC_XML_V2)
			.map(Attribute::key).collect(Collectors.toUnmodifiableSet());

	/** More keys than these are answered outside the loop. */
	private static final int FEW_KEYS = 16;

	private final Supplier<? extends List<? extends Job>> jobs;
	private final Supplier<Optional<Sessions>> sessions;
	private final UsageAnswers usage;
	private final SiteService site;
	private final SessionAnswers allocations;

	/** The process, job or node of a query. */
	private record Target(Proc proc, Optional<String> host, Optional<Integer> node, Infos qualifiers) {
		static Target of(Proc requester, Infos qualifiers) throws PmixException {
			return new Target(subject(requester, qualifiers), qualifiers.get(NodeAttributes.HOSTNAME), qualifiers.get(NodeAttributes.NODEID),
					qualifiers);
		}

		boolean namesNode() {
			return host.isPresent() || node.isPresent();
		}

		boolean isOn(Node where) {
			return host.map(name -> name.equals(where.name())).orElse(true) && node.map(id -> id == where.id()).orElse(true);
		}
	}

	/**
	 * @param jobs     the jobs that have begun and not ended; called on any thread
	 * @param sessions of the jobs; empty while the host begins and ends
	 * @param scheduler of the sessions; empty until it is needed
	 * @param usage    statistics of processes and nodes
	 * @param site     answers queries about storage and fabrics
	 */
	public JobAnswers(Supplier<? extends List<? extends Job>> jobs, Supplier<Optional<Sessions>> sessions,
			Supplier<Optional<Scheduler>> scheduler, UsageReport usage, SiteService site) {
		allocations = new SessionAnswers(scheduler);
		this.site = site;
		this.usage = new UsageAnswers(usage);
		this.jobs = jobs;
		this.sessions = sessions;
	}

	/**
	 * @param requester  the process that asks; without a qualifier, a query is about its job
	 * @param qualifiers of a query
	 * @return the process that the query is about; with rank UNDEF if it is about a job
	 * @throws PmixException with BAD_PARAM if a qualifier is of a wrong type
	 */
	public static Proc subject(Proc requester, Infos qualifiers) throws PmixException {
		Optional<Proc> proc = qualifiers.get(ProcAttributes.PROCID);
		return proc.isPresent() ? proc.get()
				: new Proc(qualifiers.get(JobAttributes.NSPACE).filter(name -> !name.isEmpty()).orElse(requester.nspace()),
						qualifiers.get(ProcAttributes.RANK).orElse(Rank.UNDEF));
	}

	/**
	 * Answers queries. Leaves out keys without an answer.
	 *
	 * @param requester the process that asks; without a qualifier, a query is about its job
	 * @param queries   keys and qualifiers
	 * @return the answers
	 * @throws PmixException if there is no answer: NOT_SUPPORTED if no key is known here, NOT_FOUND if a job or process is not; always
	 *                       with BAD_PARAM if a qualifier is of a wrong type
	 */
	public Infos answer(Proc requester, List<Query> queries) throws PmixException {
		List<Info> answers = new ArrayList<>();
		Optional<PmixException> problem = Optional.empty();
		for (Query query : queries) {
			Target target = Target.of(requester, query.qualifiers());
			if (!target.proc.nspace().equals(requester.nspace()) && find(target).isEmpty()) {
				problem = Optional.of(unknown(target));
			}
			for (String key : query.keys()) {
				try {
					(SiteService.isAbout(key) ? site.answer(key, query.qualifiers()) : answer(key, target)).ifPresent(answers::add);
				} catch (PmixException e) {
					problem = Optional.of(e);
				}
			}
		}
		if (answers.isEmpty()) {
			throw problem.orElseGet(() -> new PmixException(Status.ERR_NOT_SUPPORTED, "this host cannot answer "
					+ queries.stream().flatMap(query -> query.keys().stream()).distinct().limit(FEW_KEYS).collect(Collectors.joining(", "))));
		}
		return new Infos(answers);
	}

	/**
	 * @param queries keys and qualifiers
	 * @return whether {@link #answer} may take long, because it reads files for them or because they are many
	 */
	public static boolean takesLong(List<Query> queries) {
		return queries.stream().mapToLong(query -> query.keys().size()).sum() > FEW_KEYS
				|| queries.stream().flatMap(query -> query.keys().stream()).anyMatch(key -> FROM_FILES.contains(key) || SiteService.isAbout(key));
	}

	private Optional<Info> answer(String key, Target target) throws PmixException {
		if (is(key, QueryAttributes.QUERY_NAMESPACES)) {
			return told(QueryAttributes.QUERY_NAMESPACES, jobs.get().stream().map(Job::nspace).collect(Collectors.joining(",")));
		} else if (is(key, QueryAttributes.QUERY_NAMESPACE_INFO)) {
			return told(QueryAttributes.QUERY_NAMESPACE_INFO,
					DataArray.of(new Infos(jobs.get().stream().map(JobAnswers::describe).toList())));
		} else if (is(key, QueryAttributes.QUERY_PROC_TABLE)) {
			return told(QueryAttributes.QUERY_PROC_TABLE, ProcTable.of(job(target)));
		} else if (is(key, QueryAttributes.QUERY_LOCAL_PROC_TABLE)) {
			return told(QueryAttributes.QUERY_LOCAL_PROC_TABLE, ProcTable.of(job(target)));
		} else if (is(key, QueryAttributes.QUERY_JOB_STATUS)) {
			return told(QueryAttributes.QUERY_JOB_STATUS, status(job(target).state()));
		} else if (is(key, InspectionKeys.STATE)) {
			return told(InspectionKeys.STATE, job(target).dump());
		} else if (is(key, InspectionKeys.STOPS)) {
			return Optional.of(Inspection.tellStops(job(target).ranks()));
		} else if (is(key, QueryAttributes.QUERY_AVAILABLE_SLOTS)) {
			return told(QueryAttributes.QUERY_AVAILABLE_SLOTS, freeSlots(target));
		} else if (is(key, QueryAttributes.QUERY_SPAWN_SUPPORT)) {
			return told(QueryAttributes.QUERY_SPAWN_SUPPORT, SpawnSupport.spawning());
		} else if (is(key, QueryAttributes.QUERY_DEBUG_SUPPORT)) {
			return told(QueryAttributes.QUERY_DEBUG_SUPPORT, SpawnSupport.debugging());
		}
		if (SessionAnswers.isOne(key)) {
			return Optional.of(allocations.answer(key, target.qualifiers, target.proc.nspace(), sessions()));
		}
		return AllocationAnswers.isOne(key) ? AllocationAnswers.answer(key, nodes(target), session(target), sessions()) : ofProcess(key, target);
	}

	private Optional<Info> ofProcess(String key, Target target) throws PmixException {
		if (is(key, ProcAttributes.PROC_STATE_STATUS)) {
			return told(ProcAttributes.PROC_STATE_STATUS, ProcTable.state(process(target)));
		} else if (is(key, ProcAttributes.PROC_PID)) {
			return optional(ProcAttributes.PROC_PID, process(target).pid().stream().boxed().findFirst());
		} else if (is(key, ProcAttributes.EXIT_CODE)) {
			return optional(ProcAttributes.EXIT_CODE, process(target).fate().map(ExitOutcome::exitCode));
		} else if (is(key, QueryAttributes.QUERY_MEMORY_USAGE)) {
			return array(key, target.proc.rank().isProcess() ? usage.memory(process(target)) : usage.memory(job(target), sessions().home().node()));
		} else if (is(key, QueryAttributes.QUERY_PROC_RESOURCE_USAGE)) {
			return array(key, target.proc.rank().isProcess() ? usage.of(process(target))
					: usage.ofEach(job(target).ranks().stream().filter(rank -> target.isOn(rank.node())).toList()));
		} else if (is(key, QueryAttributes.QUERY_NODE_RESOURCE_USAGE)) {
			return array(key, target.namesNode() ? usage.of(node(target)) : usage.ofNodes(job(target)));
		}
		return Optional.empty();
	}

	private List<Node> nodes(Target target) throws PmixException {
		return target.namesNode() ? List.of(node(target)) : session(target).resources().nodes();
	}

	/** Returns the session that the qualifiers name, or the default session. */
	private SessionRun session(Target target) throws PmixException {
		Optional<SessionRun> named = SessionAnswers.named(target.qualifiers, sessions());
		return named.isPresent() ? named.get() : sessions().main();
	}

	/** Returns the number of free slots in the session that the qualifiers name, or else in that of the job. */
	private int freeSlots(Target target) throws PmixException {
		SessionRun session = SessionAnswers.named(target.qualifiers, sessions()).orElse(SessionAnswers.of(target.proc.nspace(), sessions()));
		Set<String> elsewhere = sessions().all().stream().filter(other -> other != session).flatMap(other -> other.members().stream())
				.map(SessionRun.Member::nspace).collect(Collectors.toSet());
		int busy = jobs.get().stream().filter(job -> !elsewhere.contains(job.nspace())).mapToInt(job -> job.ranks().size()).sum();
		return Math.max(0, session.resources().slots() - busy);
	}

	private static Optional<Info> array(String key, Infos infos) {
		return Optional.of(Info.of(key, DataArray.of(infos)));
	}

	private Node node(Target target) throws PmixException {
		return sessions().nodes().stream().filter(target::isOn).findFirst()
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "the session has no such node"));
	}

	private static boolean is(String key, Attribute<?> attribute) {
		return key.equals(attribute.key());
	}

	private static <T> Optional<Info> told(Attribute<T> attribute, T value) {
		return Optional.of(Info.of(attribute, value));
	}

	private static <T> Optional<Info> optional(Attribute<T> attribute, Optional<T> value) {
		return value.map(known -> Info.of(attribute, known));
	}


	private Sessions sessions() throws PmixException {
		return sessions.get().orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "the host has no session now"));
	}

	private Job job(Target target) throws PmixException {
		return find(target).orElseThrow(() -> unknown(target));
	}

	private Optional<Job> find(Target target) {
		return jobs.get().stream().filter(job -> job.nspace().equals(target.proc.nspace())).<Job>map(job -> job).findFirst();
	}

	private static PmixException unknown(Target target) {
		return new PmixException(Status.ERR_NOT_FOUND, "no job " + target.proc.nspace() + " runs here");
	}

	private RankProcess process(Target target) throws PmixException {
		return job(target).ranks().stream().filter(rank -> rank.proc().equals(target.proc)).findFirst()
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "no process " + target.proc + " runs here"));
	}

	/** Describes a job: name and command line, as the Standard requires; size and processes, as PRRTE adds. */
	private static Info describe(Job job) {
		List<Info> told = new ArrayList<>();
		told.add(Info.of(JobAttributes.NSPACE, job.nspace()));
		told.add(Info.of(JobAttributes.CMD_LINE, job.spec().apps().stream().map(JobAnswers::commandLine).collect(Collectors.joining(" : "))));
		told.add(Info.of(JobAttributes.JOB_SIZE, job.ranks().size()));
		for (RankProcess rank : job.ranks()) {
			told.add(Info.of(LevelAttributes.PROC_INFO_ARRAY, DataArray.of(Infos.of(Info.of(ProcAttributes.RANK, rank.proc().rank()),
					Info.of(NodeAttributes.HOSTNAME, rank.node().name()),
					Info.of(ProcAttributes.PROC_STATE_STATUS, ProcTable.state(rank))))));
		}
		return Info.of(LevelAttributes.JOB_INFO_ARRAY, DataArray.of(new Infos(told)));
	}

	private static String commandLine(AppSpec app) {
		return app.arguments().isEmpty() ? app.program() : app.program() + " " + String.join(" ", app.arguments());
	}

	/** Converts the state to the status that the query requests: that of the job's start event, or OPERATION_IN_PROGRESS before it. */
	private static Status status(JobState state) {
		return state.equals(JobState.LAUNCH_UNDERWAY) ? Status.OPERATION_IN_PROGRESS : Status.EVENT_JOB_START;
	}
}
