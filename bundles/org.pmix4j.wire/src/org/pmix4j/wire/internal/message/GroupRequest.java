// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/** Requests on process groups, since 4.0. Processes are invited and join by events. */
public sealed interface GroupRequest extends Request {

	/**
	 * GROUP_CONSTRUCT: a collective operation that creates a group. Answered by {@link Reply.GroupReply}.
	 *
	 * @param group   name of the group
	 * @param members its members; since 6.0 empty for a process that joins
	 * @param infos   directives
	 */
	record GroupConstruct(String group, List<Proc> members, Infos infos) implements GroupRequest {
		/** Copies the list. */
		public GroupConstruct {
			members = List.copyOf(members);
		}
	}

	/**
	 * GROUP_LEAVE: the sender leaves a group. Answered by {@link Reply.StatusReply}.
	 *
	 * @param group name of the group
	 * @param infos directives
	 */
	record GroupLeave(String group, Infos infos) implements GroupRequest {
	}

	/**
	 * GROUP_DESTRUCT: a collective operation that destroys a group. Answered by {@link Reply.StatusReply}.
	 *
	 * @param group   name of the group
	 * @param members its members; empty from clients before 4.2.4, which do not send them
	 * @param infos   directives
	 */
	record GroupDestruct(String group, List<Proc> members, Infos infos) implements GroupRequest {
		/** Copies the list. */
		public GroupDestruct {
			members = List.copyOf(members);
		}
	}
}
