// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.connection.TimeoutDirective;
import org.pmix4j.client.internal.event.EventOperations;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Info;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.wire.internal.message.GroupRequest;
import org.pmix4j.wire.internal.message.KvalBlob;
import org.pmix4j.wire.internal.message.ProcData;
import org.pmix4j.wire.internal.message.Reply.GroupReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Constructs groups together with their members, leaves and destructs them. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client_group.c"
 */
public final class GroupOperations {
	private final ServerLink link;
	private final SessionStore store;
	private final EventOperations events;
	private final Duration waitLimit;

	/**
	 * @param link      to the server
	 * @param store     receives the values that members share
	 * @param events    notifies the members that this process leaves, if the server does not
	 * @param waitLimit default limit of a request
	 */
	public GroupOperations(ServerLink link, SessionStore store, EventOperations events, Duration waitLimit) {
		this.link = link;
		this.store = store;
		this.events = events;
		this.waitLimit = waitLimit;
	}

	CompletableFuture<FormedGroup> construct(String name, List<Proc> members, RequestOptions options) {
		assert link.inLoop();
		String operation = "construction of group " + name;
		if (name.isEmpty()) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, operation + ": it has no name"));
		}
		Infos infos = TimeoutDirective.add(options.infos(), options.limit());
		return link.request(operation, new GroupRequest.GroupConstruct(name, members, infos), ReplyKind.GROUP, limit(options))
				.thenApply(reply -> {
					Replies.requireSuccess(operation, reply);
					fileShared(reply);
					return new FormedGroup(name, reply.members().isEmpty() ? members : reply.members(), reply.contextId());
				});
	}

	private Duration limit(RequestOptions options) {
		return options.limit().isZero() ? waitLimit : options.limit();
	}

	/** Stores the values that members share, which servers of release 6.1 and later send. Each is qualified by the context id. */
	private void fileShared(GroupReply reply) {
		OptionalLong context = reply.contextId();
		if (context.isEmpty()) {
			return;
		}
		Info qualifier = new Info(GroupAttributes.GROUP_CONTEXT_ID.key(), new PmixValue.Size(context.getAsLong()), InfoDirectives.QUALIFIER);
		try {
			for (Info info : reply.groupInfo()) {
				if (info.key().equals(GroupAttributes.GROUP_INFO.key())) {
					fileShared(GroupAttributes.GROUP_INFO.read(info.value()).infos(), qualifier);
				}
			}
		} catch (PmixException malformed) {
			throw new CompletionException(malformed);
		}
	}

	private void fileShared(Infos shared, Info qualifier) throws PmixException {
		Proc owner = shared.get(ProcAttributes.PROCID)
				.orElseThrow(() -> new PmixException(Status.ERR_BAD_PARAM, "the values that a member shares do not name the member"));
		List<Kval> values = new ArrayList<>();
		for (Info value : shared) {
			if (!value.key().equals(ProcAttributes.PROCID.key())) {
				values.add(new Kval(KeyValueAttributes.QUALIFIED_VALUE.key(), DataArray.of(Infos.of(value, qualifier))));
			}
		}
		store.file(new ProcData(owner, KvalBlob.of(values)));
	}

	CompletableFuture<Void> destruct(FormedGroup group, RequestOptions options) {
		assert link.inLoop();
		return link.perform("destruction of group " + group.name(), new GroupRequest.GroupDestruct(group.name(), group.members(),
				TimeoutDirective.add(options.infos(), options.limit())), options.limit(), waitLimit);
	}

	/** Leaves a group. C servers do not support it; this process then notifies the members itself. */
	CompletableFuture<Void> leave(FormedGroup group, RequestOptions options) {
		assert link.inLoop();
		String operation = "departure from group " + group.name();
		return link.request(operation, new GroupRequest.GroupLeave(group.name(), options.infos()), ReplyKind.STATUS, limit(options))
				.thenCompose(reply -> {
					if (reply.status().equals(Status.ERR_NOT_SUPPORTED)) {
						return events.notifyEvent(Status.GROUP_LEFT, DataRange.CUSTOM,
								GroupEvents.infos(group.name(), group.members()).concat(options.infos().list()));
					}
					Replies.requireSuccess(operation, reply);
					return CompletableFuture.completedFuture(null);
				});
	}
}
