// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.DataType;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.Proc;
import org.pmix4j.wire.internal.codec.MalformedMessageException;

/** Encodes the fields of group requests and decodes their parts. Stateless. */
final class GroupRequests {
	private GroupRequests() {
	}

	static void write(GroupRequest request, MessageWriter out) throws PmixException {
		switch (request) {
			case GroupRequest.GroupConstruct construct -> out.text(construct.group()).procs(construct.members()).infos(construct.infos());
			case GroupRequest.GroupInvite invite ->
				out.text(invite.group()).procs(invite.members())
						.uint32(invite.infos().get(KeyValueAttributes.TIMEOUT).orElse(0))
						.put(new PmixValue.Bool(invite.infos().isTrue(GroupAttributes.GROUP_OPTIONAL)))
						.put(new PmixValue.Bool(invite.infos().isTrue(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID)));
			case GroupRequest.GroupJoin join -> out.text(join.group()).put(join.answer()).procs(join.leader());
			case GroupRequest.GroupLeave leave -> out.text(leave.group()).infos(leave.infos());
			case GroupRequest.GroupDestruct destruct -> {
				out.text(destruct.group());
				if (out.peer().groupsNameMembers()) {
					out.procs(destruct.members());
				}
				out.infos(destruct.infos());
			}
		}
	}

	/** The client sends no directives, but the seconds of its timeout and two answers that it has read from them. */
	static Request invite(MessageReader in) throws MalformedMessageException {
		String group = in.text();
		List<Proc> members = in.procs();
		int seconds = in.uint32();
		boolean optional = in.get(DataType.BOOL, PmixValue.Bool.class).value();
		boolean numbered = in.get(DataType.BOOL, PmixValue.Bool.class).value();
		Infos infos = seconds == 0 ? Infos.EMPTY : Infos.EMPTY.with(KeyValueAttributes.TIMEOUT, seconds);
		infos = optional ? infos.with(GroupAttributes.GROUP_OPTIONAL, true) : infos;
		return new GroupRequest.GroupInvite(group, members, numbered ? infos.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true) : infos);
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
