// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/** Requests on groups of processes, since 4.0. Inviting and joining work by events. */
public sealed interface GroupRequest extends Request {

	/**
	 * GROUP_CONSTRUCT: a collective operation that makes a group. Answered by {@link Reply.GroupReply}.
	 *
	 * @param group   its name
	 * @param members its members; since 6.0 empty for one who joins in
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
	 * @param group its name
	 * @param infos directives
	 */
	record GroupLeave(String group, Infos infos) implements GroupRequest {
	}

	/**
	 * GROUP_DESTRUCT: a collective operation that ends a group. Answered by {@link Reply.StatusReply}.
	 *
	 * @param group   its name
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
