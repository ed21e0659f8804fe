// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.group;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.event.EventOperations;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.loop.Timer;

/** One invitation by this process, from its event to the last answer. Used once, on the loop. */
final class Inviter {
	private final EventLoop loop;
	private final EventOperations events;
	private final Proc self;
	private final String name;
	private final Set<Proc> unanswered;
	private final RequestOptions options;
	private final List<Proc> invited;
	private final List<Proc> members = new ArrayList<>();
	private final CompletableFuture<Void> answered = new CompletableFuture<>();

	/** @param invited the processes, without this one */
	Inviter(EventLoop loop, EventOperations events, Proc self, String name, Set<Proc> invited, RequestOptions options) {
		this.loop = loop;
		this.events = events;
		this.self = self;
		this.name = name;
		this.unanswered = invited;
		this.invited = List.copyOf(invited);
		this.options = options;
		members.add(self);
	}

	/** Returns the wait for the answers. */
	CompletableFuture<Void> answered() {
		return answered;
	}

	/** Invites, and completes the group, or cancels it for those that have accepted. */
	CompletableFuture<FormedGroup> start(Duration limit) {
		Timer timer = loop.schedule(limit, () -> answered.completeExceptionally(
				new PmixException(Status.ERR_TIMEOUT, "invitation to group " + name + ": no answer of " + unanswered)));
		HandlerOptions codes = HandlerOptions.of(Status.GROUP_INVITE_ACCEPTED, Status.GROUP_INVITE_DECLINED, Status.GROUP_INVITE_FAILED,
				Status.PROC_TERMINATED);
		return events.register(codes, EventHandler.listening(event -> post(() -> take(event)))).thenCompose(removal -> {
			invite();
			return answered.handle((nothing, failure) -> {
				timer.cancel();
				removal.run();
				return failure == null ? complete() : cancel(Replies.failure(failure));
			}).thenCompose(outcome -> outcome);
		}).whenComplete((formed, failure) -> timer.cancel());
	}

	private void post(Runnable task) {
		try {
			loop.execute(task);
		} catch (RejectedExecutionException closed) {
			answered.completeExceptionally(closed);
		}
	}

	private void invite() {
		if (unanswered.isEmpty()) {
			answered.complete(null);
			return;
		}
		events.notifyEvent(Status.GROUP_INVITED, DataRange.CUSTOM, GroupEvents.invitation(name, invited).concat(options.infos().list()))
				.whenComplete((nothing, failure) -> {
					if (failure != null) {
						answered.completeExceptionally(failure);
					}
				});
	}

	private void take(PmixEvent event) {
		assert loop.inLoop();
		if (answered.isDone() || !GroupEvents.isAbout(name, event)) {
			return;
		}
		if (event.code().equals(Status.GROUP_INVITE_ACCEPTED)) {
			if (unanswered.remove(event.source())) {
				members.add(event.source());
			}
		} else if (event.code().equals(Status.GROUP_INVITE_DECLINED)) {
			unanswered.remove(event.source());
		} else {
			ended(event);
		}
		if (unanswered.isEmpty()) {
			answered.complete(null);
		}
	}

	private void ended(PmixEvent event) {
		for (Proc proc : GroupEvents.affected(event)) {
			if (unanswered.remove(proc) && !isOptional()) {
				answered.completeExceptionally(new PmixException(Status.GROUP_INVITE_FAILED,
						"invitation to group " + name + ": " + proc + " ended without an answer"));
			}
		}
	}

	private boolean isOptional() {
		try {
			return options.infos().isTrue(GroupAttributes.GROUP_OPTIONAL);
		} catch (PmixException otherType) {
			return false;
		}
	}

	private CompletableFuture<FormedGroup> complete() {
		List<Proc> others = members.stream().filter(member -> !member.equals(self)).toList();
		FormedGroup formed = new FormedGroup(name, members, OptionalLong.empty());
		Infos infos = GroupEvents.infos(name, others.isEmpty() ? members : others).with(GroupAttributes.GROUP_MEMBERSHIP,
				DataArray.ofProcs(members));
		return events.notifyEvent(Status.GROUP_CONSTRUCT_COMPLETE, DataRange.CUSTOM, infos).thenApply(nothing -> formed);
	}

	private CompletableFuture<FormedGroup> cancel(PmixException failure) {
		CompletableFuture<FormedGroup> failed = new CompletableFuture<>();
		events.notifyEvent(Status.GROUP_CONSTRUCT_ABORT, DataRange.CUSTOM, GroupEvents.infos(name, invited))
				.whenComplete((nothing, unreachable) -> failed.completeExceptionally(new CompletionException(failure)));
		return failed;
	}
}
