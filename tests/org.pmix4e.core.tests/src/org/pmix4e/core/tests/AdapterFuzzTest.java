// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import org.eclipse.lsp4j.debug.services.IDebugProtocolServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.dap.internal.adapter.AdapterException;
import org.pmix4e.dap.internal.adapter.AdapterSession;
import org.pmix4e.dap.internal.adapter.DebugAdapter;

/** Tests sessions with an adapter one of whose messages is damaged at random: each works, or ends with the exception that says why. */
class AdapterFuzzTest {
	private static final int ADAPTERS = 40;
	private static final int REQUESTS = 6;
	private static final int LIMIT_SECONDS = 300;

	/** Damages the message of a random number, sends some more, so that the reader of a damaged length has something to read, and ends. */
	private static final String ADAPTER = """
			import json, random, sys
			source = random.Random(int(sys.argv[1]))
			left = source.randrange(8)
			def damage(data):
				at, count = source.randrange(len(data)), source.randrange(1, 5)
				kind = source.randrange(5)
				if kind == 0:
					return data[:at] + source.randbytes(count) + data[at + count:]
				if kind == 1:
					return data[:at] + data[at + count:]
				if kind == 2:
					return data[:at] + data[at:at + count] * source.choice([2, 1000]) + data[at + count:]
				if kind == 3:
					return data[:at]
				return data.replace(b'"body": {', b'"body": ' + source.choice([b"null", b"[]", b"7", b'{"threads": 5}']) + b', "x": {')
			def send(message):
				global left
				body = json.dumps(message).encode()
				data = b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body
				left -= 1
				sys.stdout.buffer.write(damage(data) + 40 * data if left == 0 else data)
				sys.stdout.buffer.flush()
				if left == 0:
					sys.exit(1)
			def event(name, body):
				send({"seq": 0, "type": "event", "event": name, "body": body})
			while True:
				length = 0
				for line in iter(lambda: sys.stdin.buffer.readline().strip(), b""):
					length = int(line.split(b":")[1]) if line.startswith(b"Content-Length") else length
				if length == 0:
					break
				request = json.loads(sys.stdin.buffer.read(length))
				send({"seq": 0, "type": "response", "request_seq": request["seq"], "success": True, "command": request["command"],
					"body": {"threads": [{"id": 1, "name": "main"}]}})
				if request["command"] == "attach":
					event("initialized", {})
				if source.randrange(3) == 0:
					event("stopped", {"reason": "pause", "threadId": 1, "allThreadsStopped": True})
			""";

	@TempDir
	Path folder;

	/** Notes the end. */
	private static final class Listener extends QuietListener {
		private final CountDownLatch ended = new CountDownLatch(1);

		@Override
		public void ended() {
			ended.countDown();
		}
	}

	@Test
	@Timeout(LIMIT_SECONDS)
	void damagedMessage_sessionWorksOrEndsWithItsException() throws Exception {
		Path script = Files.writeString(folder.resolve("adapter.py"), ADAPTER);
		int damaged = 0;
		for (int i = 0; i < ADAPTERS; i++) {
			String seed = Integer.toString(ThreadLocalRandom.current().nextInt(1 << 30));
			DebugAdapter adapter = new DebugAdapter("odd", List.of("/usr/bin/python3", script.toString(), seed));
			Listener listener = new Listener();
			try (AdapterSession session = AdapterSession.start(adapter, listener)) {
				session.attach(ProcessHandle.current().pid(), begun -> {
				});
				for (int request = 0; request < REQUESTS; request++) {
					session.request("threads", IDebugProtocolServer::threads);
				}
			} catch (AdapterException e) {
				damaged++;
				assertThat(e).as("seed " + seed).hasMessageContaining("odd");
			} catch (RuntimeException e) {
				throw new AssertionError("seed " + seed, e);
			}
			assertThat(listener.ended.await(LIMIT_SECONDS, TimeUnit.SECONDS)).as("the end is reported, seed " + seed).isTrue();
		}
		assertThat(damaged).as("sessions that an exception has ended").isPositive();
	}
}
