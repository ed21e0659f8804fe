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
			case GroupRequest.GroupInvite invite ->
				out.command(CommandCode.GROUP_INVITE).text(invite.group()).procs(invite.members()).infos(invite.infos())
						.infos(Infos.EMPTY).infos(Infos.EMPTY);
			case GroupRequest.GroupJoin join ->
				out.command(CommandCode.GROUP_JOIN).text(join.group()).put(join.answer()).procs(join.leader());
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

	/** Two more lists follow the directives; both were empty in all messages that were recorded. */
	static Request invite(MessageReader in) throws MalformedMessageException {
		return new GroupRequest.GroupInvite(in.text(), in.procs(), in.infos().concat(in.infos().list()).concat(in.infos().list()));
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
