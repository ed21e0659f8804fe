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
 * Fuzzes a whole server with hostile clients: it must make no error and keep serving others. An input selects the clients' release and
 * holds any number of steps, each an action, a length in two bytes, and the bytes.
 */
class ServerFuzzTest {
	/** One action per hostile client, and the others. */
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

	/** Sends a message, except for JOB_CONTROL with files to delete at the end of a process, which must not happen here. */
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
