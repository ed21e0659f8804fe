// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.hostcall.CallTimeout;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.modex.ModexBlob;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.TimeLimit;
import org.pmix4j.wire.internal.message.DataRequest;

/**
 * Serves PMIx_Fence: processes wait for each other and, on request, collect the data of all. Owned by the server, on its loop.
 *
 * @see "PMIx Standard, chapter Synchronization and Data Access Operations, PMIx_Fence; OpenPMIx src/server/pmix_server_ops.c,
 *      pmix_server_fence"
 */
public final class Fences implements CollectiveOperation {
	private static final PeerLog LOG = PeerLog.of(Fences.class);

	private final Collectives collectives;
	private final GroupNames groups;
	private final ModexBlob modexBlob;
	private final HostCalls host;

	public Fences(Collectives collectives, GroupNames groups, ModexBlob modexBlob, HostCalls host) {
		this.collectives = collectives;
		this.groups = groups;
		this.modexBlob = modexBlob;
		this.host = host;
	}

	/** Adds a process to a fence. The name of a group stands for its members. */
	public void fence(DataRequest.Fence request, Responder responder) throws PmixException {
		assert host.inLoop();
		boolean collect = request.infos().isTrue(KeyValueAttributes.COLLECT_DATA);
		List<Proc> procs = groups.resolve(request.procs());
		collectives.join(collectives.key(this, procs), procs, request.infos(), TimeLimit.of(request.infos()),
				new Collective.Joined(responder, collect, Infos.EMPTY));
	}

	@Override
	public String name() {
		return "fence";
	}

	/** Requires that all participants collect data, or none. */
	@Override
	public Status agreement(Collective fence) {
		return collecting(fence) == 0 || collects(fence) ? Status.SUCCESS : Status.ERR_INVALID_ARG;
	}

	/** Collects no data if a participant is lost, like the C library. */
	@Override
	public void askHost(Collective fence, Infos infos, Consumer<Status> ended) {
		List<Proc> procs = fence.procs();
		boolean collect = collects(fence) && fence.status().isSuccess();
		try {
			ByteObject contribution = collect ? modexBlob.write(procs, participants(fence)) : ByteObject.EMPTY;
			host.call(fence.description(), CallTimeout.of(infos, fence::isAwaited), h -> h.fence(procs, infos, contribution),
					all -> ended.accept(collect ? store(fence, all) : Status.SUCCESS), ended);
		} catch (PmixException e) {
			ended.accept(e.status());
		}
	}

	private Status store(Collective fence, ByteObject all) {
		try {
			Set<Proc> owners = participants(fence);
			owners.addAll(modexBlob.read(fence.procs(), all));
			offer(fence, owners);
			return Status.SUCCESS;
		} catch (PmixException e) {
			LOG.log(Level.ERROR, "the data that the host collected in the fence of {0} cannot be read: {1}", fence.procs(), e.getMessage());
			return e.status();
		}
	}

	@Override
	public void answer(Collective fence, Status status) {
		if (collects(fence) && !fence.upward && !status.equals(Status.ERR_TIMEOUT)) {
			offer(fence, participants(fence));
		}
		for (Collective.Joined participant : fence.joined()) {
			participant.responder().reply(status);
		}
	}

	private static boolean collects(Collective fence) {
		return !fence.joined().isEmpty() && collecting(fence) == fence.joined().size();
	}

	/** Uses no stream, as it is called several times in each fence. */
	private static int collecting(Collective fence) {
		int count = 0;
		for (Collective.Joined participant : fence.joined()) {
			if (participant.collect()) {
				count++;
			}
		}
		return count;
	}

	private static Set<Proc> participants(Collective fence) {
		Set<Proc> procs = new LinkedHashSet<>();
		fence.joined().forEach(participant -> procs.add(participant.proc()));
		return procs;
	}

	private static void offer(Collective fence, Set<Proc> owners) {
		List<Proc> procs = new ArrayList<>(owners);
		fence.joined().forEach(participant -> participant.responder().peer().bulk().offer(procs));
	}

	/** Resolves names of groups to processes. */
	public interface GroupNames {
		/**
		 * @param procs processes, some of which may be named by a group and a place in it
		 * @return the same with real names, each once
		 * @throws PmixException BAD_PARAM if a group has no such place
		 */
		List<Proc> resolve(List<Proc> procs) throws PmixException;
	}
}
