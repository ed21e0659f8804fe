// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.connect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.pmix4j.server.internal.hostcall.CallTimeout;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.collective.Collective;
import org.pmix4j.server.internal.collective.CollectiveOperation;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.ServerPeer;
import org.pmix4j.server.internal.peer.TimeLimit;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.wire.internal.message.JobRequest;
import org.pmix4j.wire.internal.message.NamespaceData;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Serves PMIx_Connect: processes, usually of several jobs, connect, and each gets the data of the other jobs. Owned by the server, on its
 * loop.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Connect; OpenPMIx src/server/pmix_server_ops.c, pmix_server_connect"
 */
public final class Connections implements CollectiveOperation {
	private final Collectives collectives;
	private final ConnectedSets connected;
	private final NamespaceRegistry registry;
	private final HostCalls host;

	public Connections(Collectives collectives, ConnectedSets connected, NamespaceRegistry registry, HostCalls host) {
		this.collectives = collectives;
		this.connected = connected;
		this.registry = registry;
		this.host = host;
	}

	/** Adds a process to a connect operation. */
	public void connect(JobRequest.Connect request, Responder responder) throws PmixException {
		assert host.inLoop();
		collectives.join(collectives.key(this, request.procs()), request.procs(), request.infos(), TimeLimit.of(request.infos()),
				new Collective.Joined(responder, false, request.endpoints()));
	}

	@Override
	public String name() {
		return "connect";
	}

	/** Adds the endpoints of the local participants after the directives. */
	@Override
	public void askHost(Collective connect, Infos infos, Consumer<Status> ended) {
		Infos all = infos.concat(connect.joined().stream().flatMap(joined -> joined.contribution().stream()).toList());
		List<Proc> procs = connect.procs();
		host.run(connect.description(), CallTimeout.of(all, connect::isAwaited), h -> h.connect(procs, all), ended);
	}

	@Override
	public void answer(Collective connect, Status status) {
		List<Proc> procs = connect.procs();
		if (status.isSuccess() || status.equals(Status.ERR_PARTIAL_SUCCESS)) {
			connected.connect(procs);
		}
		for (Collective.Joined participant : connect.joined()) {
			List<NamespaceData> others = status.isSuccess() ? others(procs, participant.responder().peer()) : List.of();
			participant.responder().reply(new Reply.ConnectReply(status, others));
		}
	}

	private List<NamespaceData> others(List<Proc> procs, ServerPeer reader) {
		Set<String> names = new LinkedHashSet<>();
		procs.forEach(proc -> names.add(proc.nspace()));
		names.remove(reader.proc().nspace());
		List<NamespaceData> others = new ArrayList<>();
		for (String name : names) {
			registry.find(name).flatMap(Namespace::jobInfo).ifPresent(
					job -> others.add(new NamespaceData(name, job.layout().forOthers(reader.version(), reader.encoding()))));
		}
		return others;
	}
}
