// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.event;

import java.util.List;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcSet;
import org.pmix4j.wire.internal.event.EventFacts;

/** A registered handler. Compared by identity, because one handler may be registered twice. Immutable. */
final class HandlerEntry {
	private static final String UNNAMED = "UNKNOWN";

	private final HandlerOptions options;
	private final EventHandler handler;
	private final List<Proc> sources;
	private final ProcSet affected;

	/** @param sources the sources of events for the range CUSTOM */
	HandlerEntry(HandlerOptions options, EventHandler handler, List<Proc> sources) {
		this.options = options;
		this.handler = handler;
		this.sources = sources;
		this.affected = ProcSet.of(options.affected());
	}

	HandlerOptions options() {
		return options;
	}

	EventHandler handler() {
		return handler;
	}

	/** Returns the name of the handler in the results of the chain. */
	String resultName() {
		return options.name().isEmpty() ? UNNAMED : options.name();
	}

	boolean isDefault() {
		return options.codes().isEmpty();
	}

	boolean wants(EventFacts event, Proc self) {
		boolean code = isDefault() ? !event.nonDefault() : options.codes().contains(event.code());
		return code && isInRange(event.source(), self) && event.concerns(affected);
	}

	/** Leaves session and node to the server, which has sent the event and alone knows the processes there. */
	private boolean isInRange(Proc source, Proc self) {
		DataRange range = options.range();
		if (range.equals(DataRange.NAMESPACE)) {
			return source.nspace().equals(self.nspace());
		}
		if (range.equals(DataRange.PROC_LOCAL)) {
			return source.equals(self);
		}
		return !range.equals(DataRange.CUSTOM) || sources.stream().anyMatch(one -> one.covers(source));
	}
}
