// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.pmix4j.host.internal.credential.Credentials;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.node.NodeAgent;
import org.pmix4j.host.internal.query.JobAnswers;
import org.pmix4j.host.internal.scheduler.Scheduler;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.host.internal.session.Sessions;
import org.pmix4j.host.internal.site.SiteService;
import org.pmix4j.host.internal.spawn.SpawnRequest;
import org.pmix4j.host.internal.thread.HostLog;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.host.internal.usage.UsageMonitors;
import org.pmix4j.host.internal.usage.UsageReport;
import org.pmix4j.host.internal.usage.UsageSource;
import org.pmix4j.job.Node;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.Credential;
import org.pmix4j.server.spi.LoopServer;

/** The optional services of a host, loaded. Owned by {@link LocalPmixHost}, on the host's thread. */
final class LoadedServices implements OptionalServices {
	private final HostThread thread;
	private final Jobs jobs;
	private final SpawnCalls spawns;
	private final SiteService site;
	private final Credentials credentials;
	private final UsageMonitors monitors;
	private final QueryCalls queries;
	/** Made by the first request for resources. Queries read it on any thread. */
	private volatile Optional<Scheduler> scheduler = Optional.empty();

	LoadedServices(HostThread thread, Jobs jobs, HostServices services, OwnUser user, SpawnCalls spawns) {
		this.thread = thread;
		this.jobs = jobs;
		this.spawns = spawns;
		site = services.site().orElseGet(SiteService::undescribed);
		credentials = new Credentials(user);
		Supplier<Optional<Sessions>> sessions = () -> jobs.context().map(HostContext::sessions);
		UsageReport usage = new UsageReport(node -> usage(sessions.get(), node), jobs::running,
				() -> sessions.get().map(Sessions::nodes).orElse(List.of()));
		monitors = new UsageMonitors(usage, thread, thread::execute, thread.blocking(),
				(code, infos) -> jobs.context().ifPresent(context -> raise(context.server(), code, infos)));
		queries = new QueryCalls(thread, jobs, new JobAnswers(jobs::running, sessions, () -> scheduler, usage, site), services.names());
	}

	private static UsageSource usage(Optional<Sessions> sessions, Node node) {
		return sessions.flatMap(known -> known.agent(node)).map(NodeAgent::usage).orElseGet(UsageSource.NoUsage::new);
	}

	private static void raise(LoopServer server, Status code, Infos infos) {
		server.notifyEvent(code, server.identity(), DataRange.CUSTOM, infos).exceptionally(problem -> {
			HostLog.log(Level.DEBUG, "the event " + code + " was not raised: " + problem.getMessage());
			return null;
		});
	}

	private Scheduler scheduler() throws PmixException {
		assert thread.inThread();
		if (scheduler.isEmpty()) {
			HostContext host = jobs.context().orElseThrow(() -> new PmixException(Status.ERR_JOB_CANCELED, "the host is closing"));
			scheduler = Optional.of(new Scheduler(host, jobs, (request, session) -> spawns.spawn(request, Optional.of(session))));
		}
		return scheduler.get();
	}

	@Override
	public CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) throws PmixException {
		return scheduler().allocate(requester, directive, infos);
	}

	@Override
	public CompletionStage<Infos> controlSession(Proc requester, int session, Infos directives) throws PmixException {
		return scheduler().control(requester, session, directives);
	}

	@Override
	public void changeBlock(ResourceBlockDirective directive, String block, List<ResourceUnit> units) throws PmixException {
		scheduler().change(directive, block, units);
	}

	@Override
	public CompletionStage<SessionRun> openSession(SpawnRequest request) throws PmixException {
		return scheduler().open(request);
	}

	@Override
	public boolean cancel(Proc requester, String name) {
		assert thread.inThread();
		return monitors.cancel(requester, name) && !name.isEmpty() || scheduler
				.filter(known -> name.isEmpty() ? known.cancelAll(requester) : known.cancel(requester, name)).isPresent();
	}

	@Override
	public CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
		assert thread.inThread();
		return monitors.monitor(requester, monitor, code, directives);
	}

	@Override
	public CompletionStage<Infos> fabric(FabricOperation operation, Infos directives) {
		return thread.aside(() -> site.fabric(operation, directives));
	}

	/** Issues it on another thread, as a daemon may be asked. */
	@Override
	public CompletionStage<Credential> credential(Proc requester, Infos directives) {
		return thread.aside(() -> credentials.issue(requester, directives));
	}

	@Override
	public CompletionStage<Infos> validate(ByteObject credential, Infos directives) {
		return thread.aside(() -> credentials.validate(credential, directives));
	}

	@Override
	public CompletionStage<Infos> query(Proc requester, List<Query> asked) throws PmixException {
		return queries.answer(requester, asked);
	}
}
