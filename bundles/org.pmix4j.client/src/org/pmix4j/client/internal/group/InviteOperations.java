// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.group.Invitation;
import org.pmix4j.client.internal.event.EventOperations;
import org.pmix4j.client.internal.get.GetOperations;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Invites processes to groups, and accepts or declines invitations. Both are events between processes, not requests. Owned by a session, on
 * its loop.
 *
 * @see "OpenPMIx src/client/pmix_client_group.c, PMIx_Group_invite_nb and PMIx_Group_join_nb"
 */
public final class InviteOperations {
	private final EventLoop loop;
	private final EventOperations events;
	private final GetOperations gets;
	private final Proc self;
	private final Duration waitLimit;
	/** Completed by events of other processes. */
	private final Set<CompletableFuture<?>> waits = new LinkedHashSet<>();

	/**
	 * @param loop      of the session
	 * @param events    sends and receives the events
	 * @param gets finds the sizes of jobs
	 * @param self      this process
	 * @param waitLimit default limit of an operation
	 */
	public InviteOperations(EventLoop loop, EventOperations events, GetOperations gets, Proc self, Duration waitLimit) {
		this.loop = loop;
		this.events = events;
		this.gets = gets;
		this.self = self;
		this.waitLimit = waitLimit;
	}

	CompletableFuture<FormedGroup> invite(String name, List<Proc> procs, RequestOptions options) {
		assert loop.inLoop();
		CompletableFuture<Set<Proc>> expanded = CompletableFuture.completedFuture(new LinkedHashSet<>());
		for (Proc proc : procs) {
			expanded = expanded.thenCombine(ranks(proc), (all, more) -> {
				all.addAll(more);
				return all;
			});
		}
		return expanded.thenCompose(invited -> {
			invited.remove(self);
			Inviter inviter = new Inviter(loop, events, self, name, invited, options);
			return waiting(inviter.answered(), inviter.start(limit(options)));
		});
	}

	/** Ends a wait when the server is lost, since its events can no longer arrive. */
	private <T> CompletableFuture<T> waiting(CompletableFuture<?> event, CompletableFuture<T> outcome) {
		waits.add(event);
		return outcome.whenComplete((done, failure) -> waits.remove(event));
	}

	/**
	 * Ends all waits with {@code ERR_UNREACH}.
	 *
	 * @param reason why the connection to the server has ended
	 */
	public void lost(CloseReason reason) {
		assert loop.inLoop();
		for (CompletableFuture<?> event : List.copyOf(waits)) {
			event.completeExceptionally(new PmixException(Status.ERR_UNREACH, "a group is not complete: " + reason.detail()));
		}
	}

	private Duration limit(RequestOptions options) {
		return options.limit().isZero() ? waitLimit : options.limit();
	}

	/** Returns the processes that a name stands for. */
	private CompletableFuture<List<Proc>> ranks(Proc proc) {
		if (!proc.rank().equals(Rank.WILDCARD)) {
			return CompletableFuture.completedFuture(List.of(proc));
		}
		return gets.get(proc, JobAttributes.JOB_SIZE.key(), GetOptions.IMMEDIATE).thenApply(result -> {
			if (!(result instanceof GetResult.Found<PmixValue> found)) {
				throw new CompletionException(new PmixException(Status.ERR_NOT_FOUND, "invitation of " + proc + ": its job is unknown"));
			}
			List<Proc> all = new ArrayList<>();
			try {
				int size = JobAttributes.JOB_SIZE.read(found.what());
				for (int rank = 0; rank < size; rank++) {
					all.add(Proc.of(proc.nspace(), rank));
				}
			} catch (PmixException otherType) {
				throw new CompletionException(otherType);
			}
			return all;
		});
	}

	/** Returns a removal, to be run on the loop. */
	CompletableFuture<Runnable> listen(Consumer<Invitation> listener) {
		return events.register(HandlerOptions.of(Status.GROUP_INVITED), EventHandler.listening(event -> {
			PmixValue group = event.infos().value(GroupAttributes.GROUP_ID.key()).orElse(new PmixValue.Str(""));
			if (group instanceof PmixValue.Str name) {
				listener.accept(new Invitation(name.value(), event.source(), event.infos()));
			}
		}));
	}

	CompletableFuture<FormedGroup> join(String name, Proc leader, RequestOptions options) {
		assert loop.inLoop();
		Joiner joiner = new Joiner(loop, events, name, leader, options);
		return waiting(joiner.formed(), joiner.start(limit(options)));
	}

	CompletableFuture<Void> decline(String name, Proc leader) {
		assert loop.inLoop();
		return answer(events, Status.GROUP_INVITE_DECLINED, name, leader, Infos.EMPTY);
	}

	/** Answers an invitation. */
	static CompletableFuture<Void> answer(EventOperations events, Status code, String name, Proc leader, Infos infos) {
		return events.notifyEvent(code, DataRange.CUSTOM, GroupEvents.infos(name, List.of(leader)).concat(infos.list()));
	}
}
