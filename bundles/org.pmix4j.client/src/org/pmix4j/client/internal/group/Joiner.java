// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.event.EventOperations;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.wire.internal.event.EventFacts;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/** One acceptance by this process, from its answer until the group is complete. Used once, on the loop. */
final class Joiner {
	private final EventLoop loop;
	private final EventOperations events;
	private final String name;
	private final Proc leader;
	private final RequestOptions options;
	private final CompletableFuture<FormedGroup> formed = new CompletableFuture<>();

	Joiner(EventLoop loop, EventOperations events, String name, Proc leader, RequestOptions options) {
		this.loop = loop;
		this.events = events;
		this.name = name;
		this.leader = leader;
		this.options = options;
	}

	/** Returns the wait for the leader. */
	CompletableFuture<FormedGroup> formed() {
		return formed;
	}

	/** Accepts, and waits for the leader to complete the group. */
	CompletableFuture<FormedGroup> start(Duration limit) {
		Timer timer = loop.schedule(limit, () -> formed
				.completeExceptionally(new PmixException(Status.ERR_TIMEOUT, "group " + name + " of " + leader + " is not complete yet")));
		HandlerOptions codes = HandlerOptions.of(Status.GROUP_CONSTRUCT_COMPLETE, Status.GROUP_CONSTRUCT_ABORT, Status.GROUP_LEADER_FAILED);
		return events.register(codes, EventHandler.listening(event -> post(() -> take(event)))).thenCompose(removal -> {
			InviteOperations.answer(events, Status.GROUP_INVITE_ACCEPTED, name, leader, options.infos())
					.whenComplete((nothing, failure) -> {
						if (failure != null) {
							formed.completeExceptionally(failure);
						}
					});
			return formed.whenComplete((group, failure) -> removal.run());
		}).whenComplete((group, failure) -> timer.cancel());
	}

	private void post(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException closed) {
			formed.completeExceptionally(closed);
		}
	}

	private void take(PmixEvent event) {
		assert loop.inLoop();
		if (!GroupEvents.isAbout(name, event)) {
			return;
		}
		if (!event.code().equals(Status.GROUP_CONSTRUCT_COMPLETE)) {
			formed.completeExceptionally(
					new PmixException(event.code(), "group " + name + " of " + leader + " was not completed: " + event.code()));
			return;
		}
		try {
			List<Proc> members = EventFacts.procs(event.infos(), GroupAttributes.GROUP_MEMBERSHIP);
			if (members.isEmpty()) {
				members = EventFacts.procs(event.infos(), EventAttributes.EVENT_CUSTOM_RANGE);
			}
			OptionalLong context = event.infos().get(GroupAttributes.GROUP_CONTEXT_ID).map(OptionalLong::of).orElse(OptionalLong.empty());
			formed.complete(new FormedGroup(name, members, context));
		} catch (PmixException malformed) {
			formed.completeExceptionally(malformed);
		}
	}
}
