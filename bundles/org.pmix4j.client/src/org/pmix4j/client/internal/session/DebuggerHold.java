// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.internal.event.EventOperations;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.DebuggerAttributes;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.wire.internal.loop.CloseReason;

/**
 * Holds a new client until a debugger releases it, if its job information says so. Owned by a session, on its loop.
 *
 * @see "PMIx Standard, PMIX_DEBUG_STOP_IN_INIT; OpenPMIx src/client/pmix_client.c, PMIx_Init"
 */
final class DebuggerHold {
	private static final String BREAKPOINT = "pmix-init";
	private static final String HANDLER = "WAIT-FOR-DEBUGGER";

	private final SessionStore store;
	private final EventOperations events;
	private final Proc self;
	private final CompletableFuture<Void> released = new CompletableFuture<>();
	private boolean notified;

	DebuggerHold(SessionStore store, EventOperations events, Proc self) {
		this.store = store;
		this.events = events;
		this.self = self;
	}

	/** Notifies the server that this process waits, if it must. The wait has no limit: it ends with the release or with the server. */
	CompletableFuture<Void> await() {
		try {
			if (!isWanted()) {
				return CompletableFuture.completedFuture(null);
			}
		} catch (PmixException malformed) {
			return CompletableFuture.failedFuture(malformed);
		}
		if (notified) {
			return released;
		}
		notified = true;
		HandlerOptions release = HandlerOptions.of(Status.DEBUGGER_RELEASE).withName(HANDLER).withOneShot(true);
		Infos ready = Infos.EMPTY.with(EventAttributes.EVENT_NON_DEFAULT, true).with(DebuggerAttributes.BREAKPOINT, BREAKPOINT);
		return events.register(release, EventHandler.listening(event -> released.complete(null)))
				.thenCompose(removal -> events.notifyEvent(Status.READY_FOR_DEBUG, DataRange.RM, ready)).thenCompose(sent -> released);
	}

	/** Releases of the C library up to 6.0 send the rank or the wildcard, later ones also a switch. */
	private boolean isWanted() throws PmixException {
		Optional<PmixValue> stop = store.find(Proc.wildcard(self.nspace()), DebuggerAttributes.DEBUG_STOP_IN_INIT.key(), Infos.EMPTY,
				Scope.UNDEF);
		return stop.isPresent() && switch (stop.get()) {
			case Rank rank -> rank.equals(Rank.WILDCARD) || rank.equals(self.rank());
			case PmixValue.Bool all -> all.value();
			default -> throw new PmixException(Status.ERR_BAD_PARAM,
					DebuggerAttributes.DEBUG_STOP_IN_INIT + " must be a rank or a switch, not " + stop.get().type());
		};
	}

	void lost(CloseReason reason) {
		released.completeExceptionally(
				PmixException.ofServer(Status.ERR_UNREACH, "wait for a debugger: lost the connection to the server: " + reason.detail()));
	}
}
