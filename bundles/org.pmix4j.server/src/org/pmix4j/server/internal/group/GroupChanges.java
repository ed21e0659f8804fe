// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.server.internal.collective.CollectiveKey;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.wire.internal.event.EventFacts;
import org.pmix4j.wire.internal.message.GroupRequest;

/**
 * Follows changes of groups between construction and destruction: members leave or die, and invitations form groups, which servers see only
 * in the events that they route. Owned by {@link GroupCommands}.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups; OpenPMIx src/server/pmix_server_ops.c, pmix_server_event_recvd_from_client"
 */
public final class GroupChanges implements Component {
	private final GroupRegistry groups;
	private final GroupMaker maker;
	private final Announcer announcer;

	GroupChanges(GroupRegistry groups, GroupMaker maker, Announcer announcer) {
		this.groups = groups;
		this.maker = maker;
		this.announcer = announcer;
	}

	/**
	 * Removes a member that leaves, and notifies the others. No C server does that for its clients.
	 *
	 * @throws PmixException NOT_FOUND if it is not a member of such a group
	 */
	public void leave(GroupRequest.GroupLeave request, Responder responder) throws PmixException {
		Proc proc = responder.peer().proc();
		ProcessGroup group = groups.find(request.group()).filter(found -> found.members().contains(proc)).orElseThrow(
				() -> new PmixException(Status.ERR_NOT_FOUND, proc + " is not a member of a group " + request.group()));
		remove(proc, group);
		responder.reply(Status.SUCCESS);
		announcer.notifyOthers(Status.GROUP_LEFT, proc, group.members(), true, request.infos().with(GroupAttributes.GROUP_ID, group.name()));
	}

	private void remove(Proc proc, ProcessGroup group) {
		ProcessGroup rest = group.without(proc);
		if (rest.members().isEmpty()) {
			groups.remove(group.name());
		} else {
			groups.put(rest);
		}
	}

	/**
	 * Handles an event about a group that a process raises, or the host for a process of another server.
	 *
	 * @throws PmixException BAD_PARAM if the event reports a complete group without its name or members
	 */
	public void handleEvent(Status code, Proc source, Infos infos) throws PmixException {
		if (code.equals(Status.GROUP_INVITED)) {
			invite(infos, source);
		} else if (code.equals(Status.GROUP_CONSTRUCT_COMPLETE)) {
			complete(infos);
		} else if (code.equals(Status.GROUP_LEFT) || code.equals(Status.GROUP_MEMBER_FAILED) || code.equals(Status.GROUP_INVITE_DECLINED)) {
			Optional<ProcessGroup> group = infos.get(GroupAttributes.GROUP_ID).flatMap(groups::find);
			group.filter(found -> found.members().contains(source)).ifPresent(found -> remove(source, found));
		}
	}

	/** Notes the invited members, because their first fence may come before the event that the group is complete. */
	private void invite(Infos infos, Proc source) throws PmixException {
		Optional<String> name = infos.get(GroupAttributes.GROUP_ID);
		if (name.isPresent() && !name.get().isEmpty() && groups.find(name.get()).filter(ProcessGroup::formed).isEmpty()) {
			List<Proc> members = new ArrayList<>(maker.expand(EventFacts.procs(infos, EventAttributes.EVENT_CUSTOM_RANGE)));
			if (!members.contains(source)) {
				members.add(source);
			}
			List<Proc> sorted = CollectiveKey.sorted(members);
			groups.put(new ProcessGroup(name.get(), sorted, sorted, OptionalLong.empty(), false, Optional.of(source)));
		}
	}

	/** Forgets a group that will not form, unless another process has invited to one of that name. */
	void forget(String name, Proc inviter) {
		groups.find(name).filter(group -> group.inviter().equals(Optional.of(inviter))).ifPresent(group -> groups.remove(name));
	}

	private void complete(Infos infos) throws PmixException {
		String name = infos.get(GroupAttributes.GROUP_ID).orElse("");
		List<Proc> given = GroupDirectives.procs(infos, GroupAttributes.GROUP_MEMBERSHIP);
		List<Proc> members = maker.expand(given.isEmpty() ? EventFacts.procs(infos, EventAttributes.EVENT_CUSTOM_RANGE) : given);
		if (name.isEmpty() || members.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the event about a complete group lacks its name or members");
		}
		OptionalLong context = infos.get(GroupAttributes.GROUP_CONTEXT_ID).map(OptionalLong::of).orElse(OptionalLong.empty());
		List<Proc> sorted = CollectiveKey.sorted(members);
		groups.put(new ProcessGroup(name, sorted, sorted, context, false, Optional.empty()));
	}

	@Override
	public void processFinalized(Proc proc) {
		memberEnded(proc, true);
	}

	@Override
	public void processEnded(Proc proc) {
		memberEnded(proc, false);
	}

	/** Removes a process from its groups, so that its end is reported once even if it finalizes first. */
	private void memberEnded(Proc proc, boolean quiet) {
		for (ProcessGroup group : groups.of(proc)) {
			if (group.watched()) {
				remove(proc, group);
				announcer.notifyOthers(Status.GROUP_MEMBER_FAILED, proc, group.members(), quiet, name(group));
			} else {
				group.inviter().ifPresent(inviter -> invitationFails(proc, group, inviter));
			}
		}
	}

	/** Drops the invitation if the inviter ends, unless another process takes over. Without an invited process the group may form. */
	private void invitationFails(Proc proc, ProcessGroup group, Proc inviter) {
		if (proc.equals(inviter)) {
			groups.remove(group.name());
			announcer.notifyOthers(Status.GROUP_LEADER_FAILED, proc, group.members(), true, name(group));
		} else {
			remove(proc, group);
			announcer.notifyOthers(Status.GROUP_INVITE_FAILED, proc, List.of(inviter), true, name(group));
		}
	}

	private static Infos name(ProcessGroup group) {
		return Infos.EMPTY.with(GroupAttributes.GROUP_ID, group.name());
	}
}
