// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.pmix4j.model.DataArray;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.server.internal.collective.CollectiveKey;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.hostcall.CallTimeout;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;
import org.pmix4j.wire.internal.message.GroupRequest;

/**
 * Serves PMIx_Group_invite and PMIx_Group_join of clients since 7.0, which send requests: notifies the invited processes, reports each
 * answer to the leader, and announces the group when all have answered or the leader's timeout is over. Clients of earlier releases do this
 * by events among themselves. Owned by {@link GroupCommands}, on the server's loop.
 *
 * @see "messages of OpenPMIx 7.0.0rc1 under prterun 5.0.0rc1, recorded with Debian's packages"
 */
public final class GroupInvitations implements Component {
	private static final int MOST = 512;

	/** An invitation that not all have answered. */
	private static final class Pending {
		final String name;
		final Proc leader;
		final Infos infos;
		final List<Proc> all;
		final Set<Proc> unanswered;
		final Set<Proc> members = new LinkedHashSet<>();
		Timer timer = Timer.NONE;
		/** No group will form; kept for processes that have not answered, whose answers are not errors. */
		boolean aborted;

		Pending(String name, Proc leader, List<Proc> all, Infos infos) {
			this.name = name;
			this.leader = leader;
			this.infos = infos;
			this.all = all;
			unanswered = new HashSet<>(all);
			unanswered.remove(leader);
			members.add(leader);
		}
	}

	/** Reads a directive. */
	private interface Question {
		boolean ask() throws PmixException;
	}

	private final GroupChanges changes;
	private final GroupMaker maker;
	private final Announcer announcer;
	private final HostCalls host;
	private final EventLoop loop;
	private final Map<String, Pending> pending = new LinkedHashMap<>();

	GroupInvitations(GroupChanges changes, GroupMaker maker, Announcer announcer, HostCalls host, EventLoop loop) {
		this.changes = changes;
		this.maker = maker;
		this.announcer = announcer;
		this.host = host;
		this.loop = loop;
	}

	/**
	 * Invites processes.
	 *
	 * @throws PmixException BAD_PARAM without a name or invited processes, EXISTS if the name is taken by an invitation, OUT_OF_RESOURCE if
	 *                       too many are pending
	 */
	public void invite(GroupRequest.GroupInvite request, Responder responder) throws PmixException {
		assert host.inLoop();
		Proc leader = responder.peer().proc();
		List<Proc> all = maker.expand(maker.resolve(request.members()));
		Pending invitation = new Pending(request.group(), leader, all, request.infos());
		if (request.group().isEmpty() || invitation.unanswered.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "an invitation to a group needs a name and a process other than the inviting one");
		}
		Pending former = pending.get(request.group());
		if (former != null && !former.aborted) {
			throw new PmixException(Status.ERR_EXISTS, "an invitation to group " + request.group() + " is pending");
		}
		if (pending.size() >= MOST) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, MOST + " invitations to groups are pending, which is the limit");
		}
		new GroupDirectives(request.infos()).check();
		pending.put(request.group(), invitation);
		CallTimeout.of(request.infos(), () -> true).own()
				.ifPresent(limit -> invitation.timer = loop.schedule(limit, () -> failed(invitation, List.copyOf(invitation.unanswered))));
		Infos about = name(invitation);
		changes.handleEvent(Status.GROUP_INVITED, leader, about.with(EventAttributes.EVENT_CUSTOM_RANGE, DataArray.ofProcs(all)));
		announcer.announce(Status.GROUP_INVITED, leader, all, true, about);
		responder.reply(Status.SUCCESS);
	}

	/**
	 * Takes the answer of an invited process.
	 *
	 * @throws PmixException NOT_FOUND if it has no such invitation, BAD_PARAM if its answer is neither yes nor no
	 */
	public void join(GroupRequest.GroupJoin request, Responder responder) throws PmixException {
		assert host.inLoop();
		Proc proc = responder.peer().proc();
		Pending invitation = pending.get(request.group());
		if (invitation == null || !invitation.unanswered.contains(proc)) {
			throw new PmixException(Status.ERR_NOT_FOUND, proc + " has no open invitation to a group " + request.group());
		}
		boolean accepted = request.answer().equals(Status.GROUP_INVITE_ACCEPTED);
		if (!accepted && !request.answer().equals(Status.GROUP_INVITE_DECLINED)) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the answer to an invitation is " + request.answer()
					+ "; expected GROUP_INVITE_ACCEPTED or GROUP_INVITE_DECLINED");
		}
		responder.reply(Status.SUCCESS);
		if (!accepted) {
			failed(invitation, List.of(proc));
			return;
		}
		if (!invitation.aborted) {
			announcer.announce(Status.GROUP_INVITE_ACCEPTED, proc, List.of(invitation.leader), false, name(invitation));
			invitation.members.add(proc);
		}
		answered(invitation, List.of(proc));
	}

	/** These processes have declined, or have not answered in time. */
	private void failed(Pending invitation, List<Proc> procs) {
		if (isOptional(invitation) && !invitation.aborted) {
			procs.forEach(proc -> announcer.announce(Status.GROUP_INVITE_FAILED, invitation.leader, List.of(invitation.leader), false,
					name(invitation).with(EventAttributes.EVENT_AFFECTED_PROC, proc)));
		}
		lost(invitation, procs);
	}

	/** Without these processes the group may only form if that was allowed. */
	private void lost(Pending invitation, List<Proc> procs) {
		if (!isOptional(invitation) && !invitation.aborted) {
			invitation.aborted = true;
			invitation.timer.cancel();
			changes.forget(invitation.name, invitation.leader);
			announcer.announce(Status.GROUP_CONSTRUCT_ABORT, invitation.leader, invitation.all, false, name(invitation));
		}
		answered(invitation, procs);
	}

	private void answered(Pending invitation, List<Proc> procs) {
		procs.forEach(invitation.unanswered::remove);
		if (invitation.unanswered.isEmpty()) {
			pending.remove(invitation.name, invitation);
			invitation.timer.cancel();
			if (!invitation.aborted) {
				complete(invitation);
			}
		}
	}

	private static boolean isOptional(Pending invitation) {
		return answer(new GroupDirectives(invitation.infos)::isOptional);
	}

	private static boolean answer(Question question) {
		try {
			return question.ask();
		} catch (PmixException e) {
			throw new IllegalStateException("the directives were checked", e);
		}
	}

	private static Infos name(Pending invitation) {
		return Infos.EMPTY.with(GroupAttributes.GROUP_ID, invitation.name);
	}

	/** Announces the group, with a number from the host if the leader wants one. */
	private void complete(Pending invitation) {
		List<Proc> members = CollectiveKey.sorted(new ArrayList<>(invitation.members));
		if (!answer(new GroupDirectives(invitation.infos)::wantsContext)) {
			announce(invitation, members, Infos.EMPTY);
			return;
		}
		Infos asked = Infos.EMPTY.with(GroupAttributes.GROUP_ASSIGN_CONTEXT_ID, true);
		host.call("number of group " + invitation.name, CallTimeout.of(invitation.infos, () -> true),
				h -> h.group(GroupOperation.CONSTRUCT, invitation.name, members, asked),
				result -> announce(invitation, members, result), status -> announce(invitation, members, Infos.EMPTY));
	}

	private void announce(Pending invitation, List<Proc> members, Infos result) {
		Infos about = name(invitation).with(GroupAttributes.GROUP_MEMBERSHIP, DataArray.ofProcs(members));
		try {
			for (Long number : result.get(GroupAttributes.GROUP_CONTEXT_ID).stream().toList()) {
				about = about.with(GroupAttributes.GROUP_CONTEXT_ID, number);
			}
			changes.handleEvent(Status.GROUP_CONSTRUCT_COMPLETE, invitation.leader, about);
		} catch (PmixException e) {
			host.warn("group " + invitation.name + " cannot be completed: " + e.getMessage());
		}
		announcer.announce(Status.GROUP_CONSTRUCT_COMPLETE, invitation.leader, members, false, about);
	}

	@Override
	public void processFinalized(Proc proc) {
		processEnded(proc);
	}

	/** Drops the invitations of a leader, and counts an invited process as declining; {@link GroupChanges} notifies the others. */
	@Override
	public void processEnded(Proc proc) {
		for (Pending invitation : new ArrayList<>(pending.values())) {
			if (invitation.leader.equals(proc)) {
				pending.remove(invitation.name);
				invitation.timer.cancel();
			} else if (invitation.unanswered.contains(proc)) {
				lost(invitation, List.of(proc));
			}
		}
	}
}
