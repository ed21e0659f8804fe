// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.pmix4j.server.internal.hostcall.CallTimeout;

import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.server.internal.collective.Collective;
import org.pmix4j.server.internal.collective.CollectiveKey;
import org.pmix4j.server.internal.collective.CollectiveOperation;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.TimeLimit;
import org.pmix4j.wire.internal.message.GroupRequest;

/**
 * Serves PMIx_Group_destruct. Owned by {@link GroupCommands}, on the server's loop.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups, PMIx_Group_destruct; OpenPMIx src/server/pmix_server_ops.c,
 *      pmix_server_grpdestruct"
 */
public final class GroupDestructions implements CollectiveOperation {
	private final Collectives collectives;
	private final GroupRegistry groups;
	private final HostCalls host;

	GroupDestructions(Collectives collectives, GroupRegistry groups, HostCalls host) {
		this.collectives = collectives;
		this.groups = groups;
		this.host = host;
	}

	/**
	 * Adds a member to a destruction.
	 *
	 * @throws PmixException NOT_FOUND if there is no such group; clients up to 4.2.3 do not send its members
	 */
	public void destruct(GroupRequest.GroupDestruct request, Responder responder) throws PmixException {
		assert host.inLoop();
		Optional<ProcessGroup> group = groups.find(request.group());
		List<Proc> members = group.map(ProcessGroup::members).orElse(request.members());
		if (members.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_FOUND, "there is no group " + request.group());
		}
		collectives.join(CollectiveKey.named(this, request.group()), members, request.infos(), TimeLimit.of(request.infos()),
				new Collective.Joined(responder, false, request.infos()));
	}

	@Override
	public String name() {
		return "destruction of group";
	}

	@Override
	public void askHost(Collective destruct, Infos infos, Consumer<Status> ended) {
		List<Proc> procs = destruct.procs();
		host.call(destruct.description(), CallTimeout.of(infos, destruct::isAwaited),
				h -> h.group(GroupOperation.DESTRUCT, destruct.key().name(), procs, infos),
				result -> ended.accept(Status.SUCCESS), ended);
	}

	@Override
	public void answer(Collective destruct, Status status) {
		if (status.isSuccess() || status.equals(Status.ERR_PARTIAL_SUCCESS)) {
			groups.remove(destruct.key().name());
		}
		// an event has then reported the loss to the others; clients of release 7.0 repeat this directive of the construction here
		Status reported = status.equals(Status.ERR_PARTIAL_SUCCESS) && isWatched(destruct) ? Status.SUCCESS : status;
		destruct.joined().forEach(participant -> participant.responder().reply(reported));
	}

	private static boolean isWatched(Collective destruct) {
		return destruct.joined().stream().anyMatch(participant -> says(participant.contribution()));
	}

	/** A value of another type means no. */
	private static boolean says(Infos infos) {
		try {
			return infos.isTrue(GroupAttributes.GROUP_NOTIFY_TERMINATION);
		} catch (PmixException e) {
			return false;
		}
	}
}
