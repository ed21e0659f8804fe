// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.pmix4j.client.internal.call.Callbacks;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.event.EventFacts;
import org.pmix4j.wire.internal.event.RecentEvents;
import org.pmix4j.wire.internal.loop.EventLoop;
import org.pmix4j.wire.internal.message.Delivery.EventDelivery;
import org.pmix4j.wire.internal.message.EventRequest;
import org.pmix4j.wire.internal.message.Reply.StatusReply;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Registers handlers, raises events, and hands arriving events to handlers. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/event"
 */
public final class EventOperations {
	private static final PeerLog LOG = PeerLog.of(EventOperations.class);
	private static final Status DEFAULT_HANDLER = Status.of(EventRequest.DeregisterEvents.DEFAULT_HANDLER);

	private final EventLoop loop;
	private final ServerLink link;
	private final Proc self;
	private final Duration requestLimit;
	private final Callbacks callbacks;
	private final HandlerTable handlers = new HandlerTable();
	private final RecentEvents<EventFacts> unclaimed = new RecentEvents<>();
	/** The codes for which this process is registered at the server. */
	private final Set<Status> subscribed = new HashSet<>();

	/**
	 * @param loop         of the session
	 * @param link         to the server
	 * @param self         this process
	 * @param requestLimit for each request
	 * @param callbacks    calls the handlers
	 */
	public EventOperations(EventLoop loop, ServerLink link, Proc self, Duration requestLimit, Callbacks callbacks) {
		this.loop = loop;
		this.link = link;
		this.self = self;
		this.requestLimit = requestLimit;
		this.callbacks = callbacks;
	}

	/**
	 * Registers a handler, first here and then at the server.
	 *
	 * @param options the events, and the place of the handler among the others
	 * @param handler receives the events
	 * @return removes the handler when it is run on the loop; fails if its place is taken or the server refuses
	 */
	public CompletableFuture<Runnable> register(HandlerOptions options, EventHandler handler) {
		assert link.inLoop();
		HandlerEntry entry;
		try {
			entry = new HandlerEntry(HandlerDirectives.read(options), handler,
					EventFacts.procs(options.infos(), EventAttributes.EVENT_CUSTOM_RANGE));
			handlers.add(entry);
		} catch (PmixException misplaced) {
			return CompletableFuture.failedFuture(misplaced);
		}
		return subscribe(entry).handle((reply, failure) -> {
			if (failure != null) {
				remove(entry);
				throw new CompletionException(Replies.failure(failure));
			}
			unclaimed.take(event -> entry.wants(event, self), loop.nanos()).forEach(this::start);
			return () -> remove(entry);
		});
	}

	/** Registers the codes at the server, unless all are registered and there are no directives. */
	private CompletableFuture<Void> subscribe(HandlerEntry entry) {
		HandlerOptions options = entry.options();
		Infos infos = directives(options);
		List<Status> codes = subscription(entry);
		boolean isNew = !infos.isEmpty() || !subscribed.containsAll(codes);
		if (!isNew || options.range().equals(DataRange.PROC_LOCAL)) {
			return CompletableFuture.completedFuture(null);
		}
		String operation = "registration for events of " + (entry.isDefault() ? "all codes" : options.codes());
		return link.request(operation, new EventRequest.RegisterEvents(options.codes(), infos), ReplyKind.STATUS, requestLimit)
				.thenAccept(reply -> {
					Replies.requireSuccess(operation, reply);
					subscribed.addAll(codes);
				});
	}

	private static Infos directives(HandlerOptions options) {
		return switch (options.affected().size()) {
			case 0 -> options.infos();
			case 1 -> options.infos().with(EventAttributes.EVENT_AFFECTED_PROC, options.affected().getFirst());
			default -> options.infos().with(EventAttributes.EVENT_AFFECTED_PROCS, DataArray.ofProcs(options.affected()));
		};
	}

	private static List<Status> subscription(HandlerEntry entry) {
		return entry.isDefault() ? List.of(DEFAULT_HANDLER) : entry.options().codes();
	}

	private void remove(HandlerEntry entry) {
		assert link.inLoop();
		if (!handlers.remove(entry)) {
			return;
		}
		List<Status> unused = subscription(entry).stream().filter(subscribed::contains)
				.filter(code -> handlers.all().noneMatch(other -> subscription(other).contains(code))).distinct().toList();
		subscribed.removeAll(unused);
		if (!unused.isEmpty() && link.isOpen()) {
			try {
				link.send(new EventRequest.DeregisterEvents(unused));
			} catch (PmixException unsendable) {
				LOG.log(Level.WARNING, "The server continues to send events " + unused, unsendable);
			}
		}
	}

	/**
	 * Raises an event: hands it to this process's own handlers, and to the server unless it is for this process only.
	 *
	 * @param code  the event
	 * @param range the receivers
	 * @param infos details
	 * @return completed when the server has replied; fails with its status
	 */
	public CompletableFuture<Void> notifyEvent(Status code, DataRange range, Infos infos) {
		assert link.inLoop();
		EventFacts event;
		try {
			event = EventFacts.of(code, self, range, infos);
		} catch (PmixException malformed) {
			return CompletableFuture.failedFuture(malformed);
		}
		dispatch(event);
		if (range.equals(DataRange.PROC_LOCAL)) {
			return CompletableFuture.completedFuture(null);
		}
		String operation = "event " + code;
		CompletableFuture<StatusReply> reply = link.request(operation, new EventRequest.Notify(code, range, infos), ReplyKind.STATUS,
				requestLimit);
		if (range.equals(DataRange.RM) && link.isOpen()) {
			// release 4.2.2 keeps such an event without a reply
			return CompletableFuture.completedFuture(null);
		}
		return reply.thenAccept(answer -> Replies.requireSuccess(operation, answer));
	}

	/**
	 * Handles an event from the server.
	 *
	 * @param event the event
	 */
	public void delivered(EventDelivery event) {
		try {
			dispatch(EventFacts.of(event.code(), event.source(), event.range(), event.infos()));
		} catch (PmixException malformed) {
			LOG.log(Level.WARNING, "The event {0} of {1} is malformed and dropped: {2}", event.code(), event.source(), malformed.getMessage());
		}
	}

	private void dispatch(EventFacts event) {
		assert link.inLoop();
		if (!event.targets(self)) {
			return;
		}
		if (handlers.wanting(event, self).isEmpty()) {
			if (event.cacheable()) {
				unclaimed.add(event, loop.nanos());
			}
		} else {
			start(event);
		}
	}

	private void start(EventFacts event) {
		new EventChain(event, handlers.wanting(event, self), this::admit, callbacks).proceed();
	}

	/** Returns whether to call a handler. A one-shot handler is removed before its call, so that it gets no other event. */
	private boolean admit(HandlerEntry entry) {
		boolean there = handlers.contains(entry);
		if (there && entry.options().oneShot()) {
			remove(entry);
		}
		return there;
	}
}
