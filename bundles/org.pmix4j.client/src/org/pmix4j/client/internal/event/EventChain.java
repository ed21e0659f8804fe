// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.pmix4j.client.internal.call.Callbacks;

import org.jspecify.annotations.Nullable;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.event.EventFacts;

/**
 * Calls the handlers of one event in order until a handler ends the chain. The handlers run off the loop. Owned by {@link EventOperations}.
 *
 * @see "OpenPMIx src/event/pmix_event_notification.c, cycle_events"
 */
final class EventChain {
	private static final PeerLog LOG = PeerLog.of(EventChain.class);

	private final EventFacts facts;
	private final Iterator<HandlerEntry> handlers;
	private final Predicate<HandlerEntry> admission;
	private final Callbacks callbacks;
	private Infos results = Infos.EMPTY;

	/**
	 * @param facts     the event
	 * @param handlers  the handlers that want the event, in order
	 * @param admission decides before each call whether the handler is still registered
	 * @param callbacks calls the handlers
	 */
	EventChain(EventFacts facts, List<HandlerEntry> handlers, Predicate<HandlerEntry> admission, Callbacks callbacks) {
		this.facts = facts;
		this.handlers = handlers.iterator();
		this.admission = admission;
		this.callbacks = callbacks;
	}

	/** Calls the next handler. */
	void proceed() {
		while (handlers.hasNext()) {
			HandlerEntry entry = handlers.next();
			if (admission.test(entry)) {
				PmixEvent event = new PmixEvent(facts.code(), facts.source(), facts.range(), infosFor(entry), results);
				callbacks.call(() -> entry.handler().handle(event)).whenComplete((outcome, failure) -> handled(entry, outcome, failure));
				return;
			}
		}
	}

	private Infos infosFor(HandlerEntry entry) {
		String name = entry.options().name();
		return name.isEmpty() ? facts.infos() : facts.infos().with(EventAttributes.EVENT_HDLR_NAME, name);
	}

	private void handled(HandlerEntry entry, @Nullable EventOutcome outcome, @Nullable Throwable failure) {
		EventOutcome known = outcome;
		if (known == null) {
			LOG.log(Level.WARNING, "The event handler " + entry.resultName() + " failed for " + facts.code() + "; the next handler is called",
					failure);
			known = EventOutcome.CONTINUE;
		}
		results = results.with(Info.of(entry.resultName(), known.status())).concat(known.results().list());
		if (!known.endsChain()) {
			proceed();
		}
	}
}
