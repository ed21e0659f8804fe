// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.nio.ByteBuffer;
import java.util.Arrays;

import org.pmix4j.model.PmixException;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.PeerFormat;
import org.pmix4j.wire.internal.message.RequestCodec;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * A whole server with hostile clients: it makes no mistake, and goes on to serve others. An input is what release the clients are
 * of, and then any number of steps: an action, the length of its bytes in two bytes, and the bytes.
 */
class ServerFuzzTest {
	/** One action for each hostile client, and the others. */
	private enum Action {
		FIRST_CLIENT, SECOND_CLIENT, STRANGER, WAIT;

		private static final Action[] ALL = values();
	}

	@FuzzTest
	void serve_anyMessages_goesOn(byte[] data) throws PmixException {
		serve(data, PmixHost.NONE);
	}

	static void serve(byte[] data, PmixHost host) throws PmixException {
		Input input = new Input(data);
		PeerFormat format = input.peer();
		ByteBuffer steps = ByteBuffer.wrap(input.rest());
		try (AttackedServer server = AttackedServer.open(format, host)) {
			while (steps.remaining() > Action.ALL.length) {
				Action action = Action.ALL[(steps.get() & 0xff) % Action.ALL.length];
				byte[] bytes = new byte[Math.min(steps.getShort() & 0xffff, steps.remaining())];
				steps.get(bytes);
				switch (action) {
					case FIRST_CLIENT, SECOND_CLIENT -> send(server, action.ordinal(), format, bytes);
					case STRANGER -> server.greet(bytes);
					case WAIT -> server.letPass(bytes.length);
				}
			}
			server.requireServing();
		}
	}

	/** What the server deletes when a process ends, the process says by JOB_CONTROL. It must not do so here. */
	private static void send(AttackedServer server, int client, PeerFormat format, byte[] payload) {
		if (!isJobControl(format, payload)) {
			server.send(client, payload);
		}
	}

	private static boolean isJobControl(PeerFormat format, byte[] payload) {
		try {
			return new RequestCodec(format).decode(ByteBuffer.wrap(Arrays.copyOf(payload, payload.length))) instanceof ControlRequest.JobControl;
		} catch (PmixException e) {
			return false;
		}
	}
}
