// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.connect;

import java.util.List;
import java.util.function.Consumer;
import org.pmix4j.server.internal.hostcall.CallTimeout;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.collective.Collective;
import org.pmix4j.server.internal.collective.CollectiveOperation;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.hostcall.DumpText;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.TimeLimit;
import org.pmix4j.wire.internal.message.JobRequest;

/**
 * Serves PMIx_Disconnect. Owned by the server, on its loop.
 *
 * @see "PMIx Standard, chapter Process Management, PMIx_Disconnect; OpenPMIx src/server/pmix_server_ops.c,
 *      pmix_server_disconnect"
 */
public final class Disconnections implements CollectiveOperation {
	private final Collectives collectives;
	private final ConnectedSets connected;
	private final HostCalls host;

	public Disconnections(Collectives collectives, ConnectedSets connected, HostCalls host) {
		this.collectives = collectives;
		this.connected = connected;
		this.host = host;
	}

	/**
	 * Adds a process to a disconnect operation.
	 *
	 * @throws PmixException INVALID_OPERATION if the processes are not connected: the others would never join
	 */
	public void disconnect(JobRequest.Disconnect request, Responder responder) throws PmixException {
		assert host.inLoop();
		if (!connected.isConnected(request.procs())) {
			throw new PmixException(Status.ERR_INVALID_OPERATION, "disconnect of " + DumpText.procs(request.procs())
					+ ": they are not connected");
		}
		collectives.join(collectives.key(this, request.procs()), request.procs(), request.infos(), TimeLimit.of(request.infos()),
				new Collective.Joined(responder, false, Infos.EMPTY));
	}

	@Override
	public String name() {
		return "disconnect";
	}

	@Override
	public void askHost(Collective disconnect, Infos infos, Consumer<Status> ended) {
		List<Proc> procs = disconnect.procs();
		host.run(disconnect.description(), CallTimeout.of(infos, disconnect::isAwaited), h -> h.disconnect(procs, infos), ended);
	}

	@Override
	public void answer(Collective disconnect, Status status) {
		if (status.isSuccess() || status.equals(Status.ERR_PARTIAL_SUCCESS)) {
			connected.disconnect(disconnect.procs());
		}
		for (Collective.Joined participant : disconnect.joined()) {
			participant.responder().reply(status);
		}
	}
}
