// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.modex.ModexBlob;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * The parts that serve requests about groups. Owned by the server, on its loop.
 *
 * @param groups        the groups that exist
 * @param constructions serves PMIx_Group_construct
 * @param destructions  serves PMIx_Group_destruct
 * @param changes       follows events and the end of processes, and serves PMIx_Group_leave
 * @param invitations   serves invitations by request
 */
public record GroupCommands(GroupRegistry groups, GroupConstructions constructions, GroupDestructions destructions, GroupChanges changes,
		GroupInvitations invitations) {
	/**
	 * Makes the parts, without groups.
	 *
	 * @param groups      of the server
	 * @param maker       creates groups
	 * @param collectives matches the calls of members
	 * @param modexBlob   packs the data of members
	 * @param host        calls to the host
	 * @param announcer   raises events
	 * @param loop        of the server
	 * @return the parts
	 */
	public static GroupCommands of(GroupRegistry groups, GroupMaker maker, Collectives collectives, ModexBlob modexBlob, HostCalls host,
			Announcer announcer, EventLoop loop) {
		GroupChanges changes = new GroupChanges(groups, maker, announcer);
		return new GroupCommands(groups, new GroupConstructions(collectives, maker, modexBlob, host),
				new GroupDestructions(collectives, groups, host), changes, new GroupInvitations(changes, maker, announcer, host, loop));
	}
}
