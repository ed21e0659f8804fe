// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.job.RankRun;
import org.pmix4j.host.internal.plan.PlannedJob;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.SpawnAttributes;
import org.pmix4j.pmi.internal.codec.PmiRequest;
import org.pmix4j.pmi.internal.service.PmiHost;
import org.pmix4j.server.options.OwnUser;
import org.pmix4j.server.spi.KernelSocketTable;
import org.pmix4j.server.spi.LoopHost;
import org.pmix4j.server.spi.PeerUsers;

/**
 * Answers the calls of ranks that speak PMI by the same operations as those of ranks that speak PMIx. Owned by the host, used on its
 * thread.
 */
public final class PmiCalls implements PmiHost {
	private static final String OPERATION = "barrier";
	private static final String DIRECTORY = "wdir";
	private static final String HOST = "host";

	private final HostThread thread;
	private final Jobs jobs;
	private final LoopHost calls;
	private final PeerUsers sockets;
	private final OwnUser user;

	/**
	 * @param thread  owns the jobs
	 * @param jobs    of the host
	 * @param calls   the operations
	 * @param sockets finds the users of connections
	 * @param user    of this process and of all ranks
	 */
	public PmiCalls(HostThread thread, Jobs jobs, LoopHost calls, PeerUsers sockets, OwnUser user) {
		this.thread = thread;
		this.jobs = jobs;
		this.calls = calls;
		this.sockets = sockets;
		this.user = user;
	}

	@Override
	public CompletionStage<Optional<Map<PeerUsers.Connection, Integer>>> users(List<PeerUsers.Connection> connections) {
		return sockets.isQuick() ? CompletableFuture.completedFuture(sockets.of(connections))
				: thread.aside(() -> new KernelSocketTable().of(connections));
	}

	@Override
	public CompletionStage<Void> nameUsed(Proc rank, PeerUsers.Connection connection) {
		return jobs.find(rank).filter(RankRun::isRunning).map(run -> calls.nameUsed(rank, run, connection))
				.orElseGet(() -> calls.nameUsed(rank, rank, connection));
	}

	@Override
	public void connected(Proc rank) {
		jobs.find(rank).ifPresent(run -> calls.clientConnected(rank, run, Infos.EMPTY));
	}

	@Override
	public void finalized(Proc rank) {
		jobs.find(rank).ifPresent(run -> calls.clientFinalized(rank, run));
	}

	@Override
	public void abort(Proc rank, int exitCode) {
		jobs.find(rank).ifPresent(run -> calls.abort(rank, run, Status.of(exitCode), "", List.of()));
	}

	/** Returns the directives by which the server names the user of a process. */
	private Infos identity() {
		return Infos.of(Info.of(IdentityAttributes.USERID, user.uid()), Info.of(IdentityAttributes.GRPID, user.gid()));
	}

	@Override
	public CompletionStage<Void> publish(Proc rank, String service, String port) {
		return calls.publish(rank, identity().with(Info.of(service, new PmixValue.Str(port))));
	}

	@Override
	public CompletionStage<String> lookup(Proc rank, String service) {
		return calls.lookup(rank, List.of(service), identity()).thenCompose(found -> {
			PublishedData data = found.get(0);
			return data.value() instanceof PmixValue.Str text ? CompletableFuture.completedFuture(text.value())
					: CompletableFuture.failedFuture(new PmixException(Status.ERR_TYPE_MISMATCH, service + " is " + data.value().type() + ", not text"));
		});
	}

	@Override
	public CompletionStage<Void> unpublish(Proc rank, String service) {
		return calls.unpublish(rank, List.of(service), identity());
	}

	@Override
	public CompletionStage<String> spawn(Proc rank, PmiRequest.Spawn request) {
		List<App> apps = new ArrayList<>();
		for (PmiRequest.Program program : request.programs()) {
			apps.add(app(rank, program));
		}
		return calls.spawn(rank, PlannedJob.directives(request), apps);
	}

	private App app(Proc rank, PmiRequest.Program program) {
		List<String> arguments = new ArrayList<>(program.arguments());
		arguments.add(0, program.command());
		Infos infos = Infos.EMPTY;
		for (Map.Entry<String, String> info : program.infos().entrySet()) {
			if (info.getKey().equals(HOST)) {
				infos = infos.with(SpawnAttributes.HOST, info.getValue());
			} else if (!info.getKey().equals(DIRECTORY)) {
				tell(rank.nspace(), "spawn by rank " + rank.rank() + ": the info key '" + info.getKey() + "' has no effect");
			}
		}
		return new App(program.command(), arguments, List.of(), program.infos().getOrDefault(DIRECTORY, ""), program.ranks(), infos);
	}

	@Override
	public void entered(Proc rank, Proc participants) {
		calls.collectiveEntered(OPERATION, rank, List.of(participants));
	}

	@Override
	public void left(Proc participants, boolean complete) {
		calls.collectiveLeft(OPERATION, List.of(participants), complete ? Status.SUCCESS : Status.ERR_PROC_TERM_WO_SYNC);
	}

	@Override
	public void tell(String nspace, String text) {
		jobs.find(nspace).map(JobHandle::course).ifPresent(course -> course.tell(text));
	}
}
