// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.message;

import java.util.List;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/** Requests on process groups, since 4.0. Processes are invited and join by events, or, in release 7.0, by requests. */
public sealed interface GroupRequest extends Request.Command {

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

		@Override
		public CommandCode command() {
			return CommandCode.GROUP_CONSTRUCT;
		}
	}

	/**
	 * GROUP_INVITE, since 7.0: the sender invites processes to a group. Answered by {@link Reply.StatusReply}; events report the processes
	 * that join.
	 *
	 * @param group   name of the group
	 * @param members its members, the sender among them
	 * @param infos   TIMEOUT, GROUP_OPTIONAL and GROUP_ASSIGN_CONTEXT_ID; others are not sent
	 */
	record GroupInvite(String group, List<Proc> members, Infos infos) implements GroupRequest {
		/** Copies the list. */
		public GroupInvite {
			members = List.copyOf(members);
		}

		@Override
		public CommandCode command() {
			return CommandCode.GROUP_INVITE;
		}
	}

	/**
	 * GROUP_JOIN, since 7.0: the sender answers an invitation. Answered by {@link Reply.StatusReply}.
	 *
	 * @param group  name of the group
	 * @param answer GROUP_INVITE_ACCEPTED or GROUP_INVITE_DECLINED
	 * @param leader the process that has invited; empty if the sender does not name it
	 */
	record GroupJoin(String group, Status answer, List<Proc> leader) implements GroupRequest {
		/** Copies the list. */
		public GroupJoin {
			leader = List.copyOf(leader);
		}

		@Override
		public CommandCode command() {
			return CommandCode.GROUP_JOIN;
		}
	}

	/**
	 * GROUP_LEAVE: the sender leaves a group. Answered by {@link Reply.StatusReply}.
	 *
	 * @param group name of the group
	 * @param infos directives
	 */
	record GroupLeave(String group, Infos infos) implements GroupRequest {
		@Override
		public CommandCode command() {
			return CommandCode.GROUP_LEAVE;
		}
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

		@Override
		public CommandCode command() {
			return CommandCode.GROUP_DESTRUCT;
		}
	}
}
