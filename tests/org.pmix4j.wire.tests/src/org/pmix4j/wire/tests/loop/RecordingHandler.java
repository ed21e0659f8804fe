// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.loop;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.loop.ConnectionHandler;

/** Records the events of a connection. */
class RecordingHandler implements ConnectionHandler {
	final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
	final List<CloseReason> closed = new ArrayList<>();
	final List<Boolean> writable = new ArrayList<>();
	int calls;

	@Override
	public void received(ByteBuffer in) throws PmixException {
		calls++;
		while (in.hasRemaining()) {
			bytes.write(in.get());
		}
	}

	@Override
	public void closed(CloseReason reason) {
		closed.add(reason);
	}

	@Override
	public void writable(boolean now) {
		writable.add(now);
	}

	List<CloseReason.Kind> closedKinds() {
		return closed.stream().map(CloseReason::kind).toList();
	}
}
