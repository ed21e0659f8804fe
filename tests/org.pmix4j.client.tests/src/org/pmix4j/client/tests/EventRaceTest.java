// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.pmix4j.client.EventHandler;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.Registration;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.testkit.SimulatedLoop;

/**
 * Tests a thousand races of a notification with the registration for it, in orders that a seed determines.
 *
 * @see "openpmix#1189, openpmix#2886, openpmix#4010, where a cached event overtook its registration or came twice"
 */
class EventRaceTest {
	private static final int RACES = 250;
	private static final Status FIRST_CODE = Status.of(-5000);

	@ParameterizedTest
	@ValueSource(longs = { 1, 2, 3, 4 })
	void notification_racesRegistration_arrivesOnceAndAfterIt(long seed) throws PmixException {
		ServedSessions served = new ServedSessions(new SimulatedLoop(seed));
		PmixClient listener = served.client(0);
		PmixClient sender = served.client(1);
		for (int race = 0; race < RACES; race++) {
			Status code = Status.of(FIRST_CODE.code() - race);
			List<String> seen = new ArrayList<>();
			CompletableFuture<CompletableFuture<Registration>> registering = new CompletableFuture<>();
			Runnable register = () -> registering.complete(listener.events().registerAsync(HandlerOptions.of(code), EventHandler
					.listening(event -> seen.add(registering.join().isDone() ? "after the registration" : "before the registration"))));
			Runnable raise = () -> sender.events().notifyEventAsync(code, DataRange.SESSION);
			boolean notifiesFirst = race % 2 == 0;
			(notifiesFirst ? raise : register).run();
			// every eighth pair is not concurrent
			if (race % 8 < 2) {
				served.loop.run();
			}
			(notifiesFirst ? register : raise).run();
			served.loop.run();

			assertThat(seen).as("race %d of seed %d", race, seed).containsExactly("after the registration");
			registering.join().join().close();
		}
	}
}
