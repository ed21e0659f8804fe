// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import org.pmix4j.model.PmixException;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.modex.ModexBlob;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.message.GroupRequest;

/** Serves requests about groups. Owned by the server, on its loop. */
public final class GroupCommands {
	private final GroupRegistry groups;
	private final GroupConstructions constructions;
	private final GroupDestructions destructions;
	private final GroupChanges changes;
	private final GroupInvitations invitations;

	public GroupCommands(GroupRegistry groups, GroupMaker maker, Collectives collectives, ModexBlob modexBlob, HostCalls host,
			Announcer announcer, EventLoop loop) {
		this.groups = groups;
		constructions = new GroupConstructions(collectives, maker, modexBlob, host);
		destructions = new GroupDestructions(collectives, groups, host);
		changes = new GroupChanges(groups, maker, announcer);
		invitations = new GroupInvitations(changes, maker, announcer, host, loop);
	}

	public void serve(GroupRequest request, Responder responder) throws PmixException {
		switch (request) {
			case GroupRequest.GroupConstruct construct -> constructions.construct(construct, responder);
			case GroupRequest.GroupDestruct destruct -> destructions.destruct(destruct, responder);
			case GroupRequest.GroupInvite invite -> invitations.invite(invite, responder);
			case GroupRequest.GroupJoin join -> invitations.join(join, responder);
			case GroupRequest.GroupLeave leave -> changes.leave(leave, responder);
		}
	}

	/** @return the groups that exist */
	public GroupRegistry groups() {
		return groups;
	}

	/** @return the part that serves invitations by request */
	public GroupInvitations invitations() {
		return invitations;
	}

	/** @return the part that follows events and the end of processes */
	public GroupChanges changes() {
		return changes;
	}
}
