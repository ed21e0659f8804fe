// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.eclipse.lsp4j.debug.StoppedEventArguments;
import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSession;
import org.pmix4e.dap.internal.adapter.DebugAdapter;

/** Tests sessions with programs that break the rules of debug adapters. */
class HostileAdapterTest {
	private static final int LIMIT_SECONDS = 300;
	/** The words of a shell that has read the first line of a request, and ends at the first line of the next one. */
	private static final String UNTIL_NEXT = "; read y; read z; exit 1";

	/** Handles the first stop only when the test lets it. */
	private static final class Listener extends QuietListener {
		private final CountDownLatch handled = new CountDownLatch(1);
		private final CountDownLatch ended = new CountDownLatch(1);
		private final AtomicInteger stops = new AtomicInteger();

		@Override
		public void stopped(StoppedEventArguments event) {
			stops.incrementAndGet();
			try {
				handled.await(LIMIT_SECONDS, TimeUnit.SECONDS);
			} catch (InterruptedException e) {
				Thread.currentThread().interrupt();
			}
		}

		@Override
		public void ended() {
			ended.countDown();
		}
	}

	private final Listener listener = new Listener();

	private static DebugAdapter adapter(String script) {
		return new DebugAdapter("odd", List.of("/bin/sh", "-c", "read x; " + script));
	}

	/** Returns the words of a shell that print a message. */
	private static String print(String message) {
		return "printf 'Content-Length: " + message.length() + "\\r\\n\\r\\n%s' '" + message + "'";
	}

	private static void attachFails(AdapterSession session, String message) {
		assertThatThrownBy(() -> session.attach(1, begun -> {
			throw new AssertionError("it was not initialized");
		})).isInstanceOf(AdapterException.class).hasMessage(message);
	}

	private void assertAttachFails(String script, String message) throws Exception {
		try (AdapterSession session = AdapterSession.start(adapter(script), listener)) {
			attachFails(session, message);
			// the next request fails, too, and does not wait
			assertThatThrownBy(() -> session.request("next", IDebugProtocolServer::threads)).isInstanceOf(AdapterException.class);
		}
		assertThat(listener.ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)).as("the end is reported").isTrue();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"exec >&-; exec sleep 1000 | it has closed its output, or sent a message that cannot be read",
			"yes garbage | it sends something other than protocol messages",
			"printf 'Content-Type: a\\r\\n\\r\\n'; exec sleep 1000 | it sends something other than protocol messages",
			"printf 'Content-Length: 99999999999\\r\\n\\r\\n'; cat /dev/zero | it sends a message of 99999999999 bytes",
			"printf 'Content-Length : 2000000000\\n\\n'; exec sleep 1000 | it sends a message of 2000000000 bytes" })
	void output_isNotOfTheProtocol_endsTheSessionWithTheReason(String script, String reason) throws Exception {
		assertAttachFails(script, "The debug adapter odd was ended: " + reason + ".");
	}

	@Test
	void reply_withoutBody_isRefusedByName() throws Exception {
		assertAttachFails(print("{\"type\":\"response\",\"seq\":1,\"request_seq\":1,\"success\":true,\"command\":\"initialize\"}")
				+ UNTIL_NEXT, "The debug adapter odd sent an invalid reply to the request initialize.");
	}

	@Test
	void header_withTwoLengths_firstCounts() throws Exception {
		String reply = "{\"type\":\"response\",\"seq\":1,\"request_seq\":1,\"success\":false,\"command\":\"initialize\",\"message\":\"no\"}";
		assertAttachFails("printf 'Content-Length: " + reply.length() + "\\r\\nContent-Length: 2000000000\\r\\n\\r\\n%s' '" + reply + "'"
				+ UNTIL_NEXT, "The debug adapter odd refused the request initialize: no");
	}

	@Test
	void events_moreThanCanBeKept_endTheSession() throws Exception {
		String stop = print("{\"type\":\"event\",\"seq\":1,\"event\":\"stopped\",\"body\":{\"reason\":\"step\",\"threadId\":1}}");
		try (AdapterSession session = AdapterSession.start(adapter("while :; do " + stop + "; done"), listener)) {
			attachFails(session, "The debug adapter odd was ended: it sends more events than can be handled.");
			listener.handled.countDown();
			assertThat(listener.ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)).as("the end is reported").isTrue();
			assertThat(listener.stops).as("events that were kept").hasValue(10_001);
		}
	}

	@Test
	void lastWords_endlessLine_areCutOff() throws Exception {
		try (AdapterSession session = AdapterSession.start(adapter("head -c 50000000 /dev/zero | tr '\\0' x >&2; exit 1"), listener)) {
			attachFails(session, "The debug adapter odd has ended. " + "x".repeat(500));
		}
	}
}
