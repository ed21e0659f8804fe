// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.group;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.server.internal.hostcall.CallTimeout;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.server.internal.collective.Collective;
import org.pmix4j.server.internal.collective.CollectiveKey;
import org.pmix4j.server.internal.collective.CollectiveOperation;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.collective.Membership;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.modex.ModexBlob;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.peer.SharedMessage;
import org.pmix4j.server.internal.peer.TimeLimit;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.Reply.GroupReply;

/**
 * Serves PMIx_Group_construct: a collective operation that is matched by the group's name or, since 6.0, calls of leaders and added
 * members that do not know each other, which only the host can match. Owned by {@link GroupCommands}, on the server's loop.
 *
 * @see "PMIx Standard, chapter Process Sets and Groups, PMIx_Group_construct; OpenPMIx src/server/pmix_server_ops.c,
 *      pmix_server_grpconstruct; since 6.0 src/server/pmix_server_group.c"
 */
public final class GroupConstructions implements CollectiveOperation {
	private static final PeerLog LOG = PeerLog.of(GroupConstructions.class);

	/** The directives of a construction, until its participants change. */
	private record Merged(Collective construct, int changes, GroupDirectives directives) {
	}

	private final Collectives collectives;
	private final GroupMaker maker;
	private final ModexBlob modexBlob;
	private final HostCalls host;
	private final WholeJobs wholeJobs = new WholeJobs();
	private @Nullable Merged merged;

	GroupConstructions(Collectives collectives, GroupMaker maker, ModexBlob modexBlob, HostCalls host) {
		this.collectives = collectives;
		this.maker = maker;
		this.modexBlob = modexBlob;
		this.host = host;
	}

	/** Adds a process to a construction. */
	public void construct(GroupRequest.GroupConstruct request, Responder responder) throws PmixException {
		assert host.inLoop();
		if (request.group().isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "a group must have a name");
		}
		Infos infos = GroupDirectives.signed(request.infos(), responder.peer().proc());
		if (request.members().isEmpty() || new GroupDirectives(infos).isBootstrap()) {
			askHost(request.group(), request.members(), infos, responder);
		} else {
			collectives.join(CollectiveKey.named(this, request.group()), maker.resolve(request.members()), infos, TimeLimit.of(infos),
					new Collective.Joined(responder, false, infos));
		}
	}

	/** Forwards each call to the host, with the name of the caller, because the other participants are not known here. */
	private void askHost(String group, List<Proc> known, Infos infos, Responder responder) throws PmixException {
		GroupDirectives directives = new GroupDirectives(infos);
		directives.check();
		Infos asked = directives.withAdded(maker.expand(directives.added())).infos().with(ProcAttributes.PROCID, responder.peer().proc());
		List<Proc> procs = maker.expand(known);
		wholeJobs.called(group, Stream.concat(known.stream(), directives.added().stream()).toList());
		host.call("construction of group " + group, CallTimeout.of(asked, responder.peer()),
				h -> h.group(GroupOperation.CONSTRUCT, group, procs, asked), result -> {
					Set<Proc> jobs = wholeJobs.answered(group);
					try {
						responder.reply(
								maker.make(group, GroupDirectives.procs(result, GroupAttributes.GROUP_MEMBERSHIP), infos, result, jobs));
					} catch (PmixException e) {
						responder.reply(invalid(group, e));
					}
				}, status -> {
					wholeJobs.answered(group);
					responder.reply(status);
				});
	}

	private static Status invalid(String group, PmixException problem) {
		LOG.log(Level.ERROR, "the answer of the host about group {0} is invalid: {1}", group, problem.getMessage());
		return problem.status();
	}

	@Override
	public String name() {
		return "construction of group";
	}

	/** Checks the directives of all participants. A group that is declared local must not name other members. */
	@Override
	public Status agreement(Collective construct) {
		try {
			GroupDirectives directives = directives(construct);
			directives.check();
			return directives.isLocalOnly() && !maker.isLocal(construct.procs()) ? Status.ERR_NOT_FOUND : Status.SUCCESS;
		} catch (PmixException e) {
			return e.status();
		}
	}

	/** Merges the directives of all participants, once for the several steps of a construction. */
	private GroupDirectives directives(Collective construct) throws PmixException {
		Merged known = merged;
		if (known == null || known.construct != construct || known.changes != construct.changes()) {
			known = new Merged(construct, construct.changes(),
					GroupDirectives.merge(construct.joined().stream().map(Collective.Joined::contribution).toList()));
			merged = known;
		}
		return known.directives;
	}

	/** Also calls the host for a context id, which only the host can assign, and for unknown members. */
	@Override
	public boolean needsHost(Collective construct, Membership membership) {
		try {
			GroupDirectives directives = directives(construct);
			return !directives.isLocalOnly() && (directives.wantsContext() || !membership.isLocal() || !maker.isLocal(directives.added()));
		} catch (PmixException e) {
			throw new IllegalStateException("the directives were checked", e);
		}
	}

	/** Adds the data of the local members if other servers take part; else notifies the host that none does. */
	@Override
	public void askHost(Collective construct, Infos infos, Consumer<Status> ended) {
		List<Proc> procs = construct.procs();
		try {
			GroupDirectives directives = directives(construct);
			boolean alone = maker.isLocal(procs) && maker.isLocal(directives.added());
			Infos named = construct.forHost(directives.infos());
			Infos asked = alone ? named.with(GroupAttributes.GROUP_LOCAL_ONLY, true) : named;
			List<Proc> local = construct.joined().stream().map(Collective.Joined::proc).toList();
			Infos all = maker.isLocal(procs) || !directives.exchangesData() ? asked
					: asked.with(GroupAttributes.GROUP_ENDPT_DATA, modexBlob.write(procs, local));
			host.call(construct.description(), CallTimeout.of(all, construct::isAwaited),
					h -> h.group(GroupOperation.CONSTRUCT, construct.key().name(), procs, all), result -> {
				construct.setResult(result);
				ended.accept(status(construct));
			}, ended);
		} catch (PmixException e) {
			ended.accept(e.status());
		}
	}

	private Status status(Collective construct) {
		try {
			maker.storeData(construct.procs(), construct.result());
			return Status.SUCCESS;
		} catch (PmixException e) {
			return invalid(construct.key().name(), e);
		}
	}

	@Override
	public void answer(Collective construct, Status status) {
		GroupReply reply = reply(construct, status);
		merged = null;
		SharedMessage message = SharedMessage.of(reply);
		boolean lost = reply.status().equals(Status.ERR_PARTIAL_SUCCESS);
		SharedMessage aborted = lost ? SharedMessage.of(GroupMaker.refusal(Status.GROUP_CONSTRUCT_ABORT)) : message;
		for (Collective.Joined participant : construct.joined()) {
			Responder responder = participant.responder();
			responder.reply(responder.peer().version().isSince7() ? aborted : message);
		}
	}

	private GroupReply reply(Collective construct, Status status) {
		if (!status.isSuccess() && !status.equals(Status.ERR_PARTIAL_SUCCESS)) {
			return GroupMaker.refusal(status);
		}
		try {
			GroupDirectives directives = directives(construct);
			if (status.isSuccess() || status.equals(Status.ERR_PARTIAL_SUCCESS) && directives.isOptional()) {
				return maker.make(construct.key().name(), construct.procs(), directives.infos(), construct.result(), Set.of());
			}
			return GroupMaker.refusal(status);
		} catch (PmixException e) {
			return GroupMaker.refusal(invalid(construct.key().name(), e));
		}
	}
}
