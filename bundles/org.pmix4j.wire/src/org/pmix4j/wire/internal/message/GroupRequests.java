// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Encodes group requests and decodes their parts. Stateless. */
final class GroupRequests {
	private GroupRequests() {
	}

	static void write(GroupRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case GroupRequest.GroupConstruct construct ->
				out.command(CommandCode.GROUP_CONSTRUCT).text(construct.group()).procs(construct.members()).infos(construct.infos());
			case GroupRequest.GroupLeave leave -> out.command(CommandCode.GROUP_LEAVE).text(leave.group()).infos(leave.infos());
			case GroupRequest.GroupDestruct destruct -> {
				out.command(CommandCode.GROUP_DESTRUCT).text(destruct.group());
				if (out.peer().groupsNameMembers()) {
					out.procs(destruct.members());
				}
				out.infos(destruct.infos());
			}
		}
	}

	static Request destruct(MessageReader in) throws MalformedMessageException {
		String group = in.text();
		if (!in.peer().groupsNameMembers()) {
			return new GroupRequest.GroupDestruct(group, List.of(), in.infos());
		}
		// without a second count this is the older layout, which has no infos
		List<Proc> members = in.procs();
		return new GroupRequest.GroupDestruct(group, members, in.hasRemaining() ? in.infos() : Infos.EMPTY);
	}
}
