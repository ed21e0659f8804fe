// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

import org.pmix4j.host.internal.directive.DirectiveValidator;
import org.pmix4j.host.internal.fate.AbortRequest;
import org.pmix4j.host.internal.group.GroupService;
import org.pmix4j.host.internal.job.JobController;
import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.query.HostFunctions;
import org.pmix4j.host.internal.session.Namespaces;
import org.pmix4j.host.internal.spawn.OwnSession;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.internal.submit.Submissions;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.events.EngineEvent;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.Credential;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.PeerUsers;
import org.pmix4j.server.spi.ServerLoop;

/**
 * Answers the server's calls to this host. Owned by the server, used on its loop, which is the host's thread. The host object of a
 * client is its {@link RankRun}.
 */
public final class LocalPmixHost implements LoopHost {
	/** The text that Open MPI passes for no message. */
	private static final String NO_MESSAGE = "N/A";

	private final HostThread thread;
	private final Jobs jobs;
	private final NameService names;
	private final GroupService groups;
	private final HostServices services;
	private final NodeAgent home;
	private final AbortCalls aborts;
	private final SpawnCalls spawns;
	private final Submissions submissions;
	private final ControlCalls controls;
	private final DebugCalls debugs;
	private final DirectiveValidator directives;
	private final InputCalls inputs;
	private final LossCalls losses;
	private final ConnectionCalls connections;
	private final CollectiveCalls collectives;
	private final OwnUser user;
	private Optional<OptionalServices> optional = Optional.empty();

	/**
	 * @param thread     owns the jobs
	 * @param jobs       of the host
	 * @param namespaces names of the host
	 * @param services   that keep data of processes
	 * @param home       acts on the node of the server
	 * @param user       the user of this process, the only one who may attach tools
	 */
	public LocalPmixHost(HostThread thread, Jobs jobs, Namespaces namespaces, HostServices services, NodeAgent home, OwnUser user) {
		this.thread = thread;
		this.user = user;
		this.jobs = jobs;
		names = services.names();
		groups = new GroupService(thread);
		this.services = services;
		this.home = home;
		aborts = new AbortCalls(jobs, thread);
		spawns = new SpawnCalls(thread, jobs);
		submissions = new Submissions(thread, jobs);
		controls = new ControlCalls(jobs, (requester, name) -> optional.filter(loaded -> loaded.cancel(requester, name)).isPresent(), groups);
		directives = new DirectiveValidator(jobs, line -> HostLog.log(Level.WARNING, line));
		debugs = new DebugCalls(jobs);
		inputs = new InputCalls(jobs);
		losses = new LossCalls(jobs, names, groups, submissions);
		collectives = new CollectiveCalls(jobs);
		connections = new ConnectionCalls(thread, namespaces, user);
	}

	/** A call that may be refused. */
	private interface Call<T> {
		CompletionStage<T> make() throws PmixException;
	}

	private <T> CompletionStage<T> answer(Call<T> call) {
		assert thread.inThread();
		try {
			return call.make();
		} catch (PmixException e) {
			return CompletableFuture.failedFuture(e);
		}
	}

	/** Returns the services that few jobs use, and loads them for the first one that does. */
	private OptionalServices optional() {
		assert thread.inThread();
		if (optional.isEmpty()) {
			optional = Optional.of(new LoadedServices(thread, jobs, services, user, spawns));
		}
		return optional.get();
	}

	/** Lets the processes of connections be found. To be called before the server is opened. */
	public void identifyBy(SocketOwners sockets) {
		connections.identifyBy(sockets);
	}

	@Override
	public void attached(ServerLoop loop) {
		thread.attach(loop);
	}

	@Override
	public void directivesGiven(String function, Proc who, Infos given) throws PmixException {
		assert thread.inThread();
		directives.examine(function, who, given);
	}

	@Override
	public CompletionStage<Void> clientConnected(Proc client, Object hostObject, Infos infos) {
		return hostObject instanceof RankRun rank ? onCourse(client, course -> course.rankConnected(rank))
				: LoopHost.super.clientConnected(client, hostObject, infos);
	}

	@Override
	public CompletionStage<Void> nameUsed(Proc client, Object hostObject, PeerUsers.Connection connection) {
		return hostObject instanceof RankRun rank ? connections.examine(rank, connection)
				: LoopHost.super.nameUsed(client, hostObject, connection);
	}

	@Override
	public CompletionStage<Void> clientFinalized(Proc client, Object hostObject) {
		return hostObject instanceof RankRun rank ? onCourse(client, course -> course.rankFinalized(rank))
				: LoopHost.super.clientFinalized(client, hostObject);
	}

	@Override
	public CompletionStage<Proc> toolConnected(Infos infos) {
		return answer(() -> connections.tool(infos));
	}

	@Override
	public CompletionStage<Void> pushInput(Proc source, List<Proc> targets, Infos directives, ByteObject data) {
		return answer(() -> inputs.push(source, targets, data, submissions));
	}

	/** Needs no action: the host passes all output to the server, which knows the subscribers. */
	@Override
	public CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public CompletionStage<Void> abort(Proc caller, Object hostObject, Status status, String message, List<Proc> procs) {
		return answer(() -> aborts.abort(new AbortRequest(caller, status.code(), message.equals(NO_MESSAGE) ? "" : message), procs));
	}

	/** Refuses: all processes of this host are clients of one server, which calls the host only if one of them does not run. */
	@Override
	public CompletionStage<Void> connect(List<Proc> procs, Infos infos) {
		return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "connect: not all of " + procs + " are running"));
	}

	/** A terminated process has no connections. */
	@Override
	public CompletionStage<Void> disconnect(List<Proc> procs, Infos infos) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
		assert thread.inThread();
		if (Submissions.isSubmission(infos) && jobs.find(requester.nspace()).isEmpty()) {
			return submissions.submit(requester, infos, apps);
		}
		SpawnRequest request = new SpawnRequest(requester, infos, apps);
		return OwnSession.isWanted(infos) ? spawns.spawn(request, () -> optional().openSession(request)) : spawns.spawn(request);
	}

	@Override
	public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
		return answer(() -> {
			if (submissions.control(requester, targets, directives)) {
				return CompletableFuture.completedFuture(Infos.EMPTY);
			}
			Duration killTimeout = jobs.killTimeout();
			if (stopsHost(requester, targets, directives)) {
				return CompletableFuture
						.completedFuture(Infos.EMPTY.with(SubmissionKeys.END_LIMIT, killTimeout.plus(Jobs.CLOSE_LIMIT).toSeconds()));
			}
			return controls.control(requester, targets, directives);
		});
	}

	/** Returns whether a tool asks the host itself to end, by naming no process, and the host does. */
	private boolean stopsHost(Proc requester, List<Proc> targets, Infos directives) throws PmixException {
		boolean kill = directives.isTrue(JobControlAttributes.JOB_CTRL_KILL);
		if (!targets.isEmpty() || jobs.find(requester.nspace()).isPresent()
				|| !kill && !directives.isTrue(JobControlAttributes.JOB_CTRL_TERMINATE)) {
			return false;
		}
		boolean stops = jobs.context().filter(context -> context.listener().stopRequested(requester)).isPresent();
		if (stops && kill) {
			jobs.interrupt();
			jobs.interrupt();
			jobs.interrupt();
		}
		return stops;
	}

	@Override
	public CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) {
		return answer(() -> optional().allocate(requester, directive, infos));
	}

	@Override
	public CompletionStage<Infos> sessionControl(Proc requester, int session, Infos directives) {
		return answer(() -> optional().controlSession(requester, session, directives));
	}

	@Override
	public CompletionStage<Void> resourceBlock(Proc requester, ResourceBlockDirective directive, String block, List<ResourceUnit> units,
			Infos infos) {
		return answer(() -> {
			optional().changeBlock(directive, block, units);
			return CompletableFuture.completedFuture(null);
		});
	}

	@Override
	public CompletionStage<Infos> group(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
		assert thread.inThread();
		return groups.serve(operation, group, procs, infos);
	}

	/** Handles events of lost and stopped processes. The server delivers events to its clients itself. */
	@Override
	public CompletionStage<Void> notifyEvent(Status code, Proc source, DataRange range, Infos infos) {
		assert thread.inThread();
		jobs.find(source.nspace()).ifPresent(job -> job.course().news().onEvent(new EngineEvent.Raised(Instant.now(), source, code)));
		if (code.equals(Status.ERR_PROC_TERM_WO_SYNC)) {
			aborts.lost(source);
			return onCourse(source, course -> course.leftConnected(source));
		}
		if (code.equals(Status.ERR_LOST_CONNECTION)) {
			losses.lost(infos);
		} else {
			debugs.told(code, source, infos);
		}
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void collectiveEntered(String operation, Proc who, List<Proc> participants) {
		collectives.entered(operation, who, participants);
	}

	@Override
	public void collectiveLeft(String operation, List<Proc> participants, Status status) {
		collectives.left(operation, participants, status);
	}

	@Override
	public CompletionStage<Void> publish(Proc publisher, Infos infos) {
		assert thread.inThread();
		return names.publish(publisher, infos);
	}

	@Override
	public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
		assert thread.inThread();
		return names.lookup(requester, keys, infos);
	}

	@Override
	public CompletionStage<Void> unpublish(Proc publisher, List<String> keys, Infos infos) {
		assert thread.inThread();
		return names.unpublish(publisher, keys);
	}

	@Override
	public CompletionStage<Infos> query(Proc requester, List<Query> asked) {
		return answer(() -> optional().query(requester, asked));
	}

	@Override
	public CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
		assert thread.inThread();
		return optional().monitor(requester, monitor, code, directives);
	}

	@Override
	public Map<String, List<Attribute<?>>> supportedAttributes() {
		return HostFunctions.all();
	}

	/** Reads files of the kernel, so the server calls it outside its loop. */
	@Override
	public CompletionStage<Topology> topology() {
		return home.topologyXml().map(xml -> new Topology(xml, ByteObject.EMPTY))
				.<CompletionStage<Topology>>map(CompletableFuture::completedFuture).orElseGet(LoopHost.super::topology);
	}

	@Override
	public CompletionStage<Void> log(Proc requester, Infos data, Infos directives) {
		assert thread.inThread();
		return services.log().log(requester, data, directives);
	}

	@Override
	public CompletionStage<Credential> getCredential(Proc requester, Infos infos) {
		return optional().credential(requester, infos);
	}

	@Override
	public CompletionStage<Infos> validateCredential(Proc requester, ByteObject credential, Infos infos) {
		return optional().validate(credential, infos);
	}

	@Override
	public CompletionStage<Infos> fabric(Proc requester, FabricOperation operation, Infos infos) {
		return optional().fabric(operation, infos);
	}

	private CompletionStage<Void> onCourse(Proc client, Consumer<JobController> news) {
		assert thread.inThread();
		jobs.find(client.nspace()).map(JobHandle::course).ifPresent(course -> course.thread().run(() -> news.accept(course)));
		return CompletableFuture.completedFuture(null);
	}
}
