// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.tool.PmixTool;

/**
 * Keeps the tool attached that has requested an allocation, as a server of pmix4j ends the allocation when the tool leaves. Owned by the
 * command; its handlers may run on any thread.
 */
final class HeldAllocation {
	private final Console console;
	private final Following following;
	private final CompletableFuture<Optional<PmixValue>> name = new CompletableFuture<>();

	/** Follows the ends of allocations from now on, so that none is missed. */
	HeldAllocation(PmixTool tool, Console console) throws PmixException {
		this.console = console;
		following = new Following(tool);
		EventHandler handler = EventHandler.listening(event -> {
			Optional<PmixValue> ended = event.infos().value(AllocAttributes.ALLOC_ID.key());
			name.thenAccept(held -> {
				if (ended.isPresent() && ended.equals(held)) {
					console.message("the allocation " + ValueReport.line(ended.get()) + " has ended");
					following.end(0);
				}
			});
		});
		tool.events().register(HandlerOptions.of(Status.EVENT_SESSION_END), handler);
		following.endWithServer(console);
	}

	/**
	 * Holds the allocation until it or the server ends, or a signal comes.
	 *
	 * @param answers to the request for it
	 * @return the exit code
	 */
	int await(Infos answers) {
		Optional<PmixValue> held = answers.value(AllocAttributes.ALLOC_ID.key());
		console.out().flush();
		console.message("holding the allocation" + held.map(value -> " " + ValueReport.line(value)).orElse("") + " until Ctrl-C");
		name.complete(held);
		return following.await(console);
	}
}
