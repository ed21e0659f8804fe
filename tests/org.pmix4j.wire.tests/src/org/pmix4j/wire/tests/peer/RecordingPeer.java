// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.peer;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.wire.internal.frame.Frame;
import org.pmix4j.wire.internal.loop.CloseReason;
import org.pmix4j.wire.internal.peer.PeerHandler;

/** Records the events of a peer. */
class RecordingPeer implements PeerHandler {
	final List<Frame> frames = new ArrayList<>();
	final List<CloseReason> lost = new ArrayList<>();
	Runnable onFrame = () -> { };

	@Override
	public void received(Frame frame) throws PmixException {
		frames.add(frame);
		onFrame.run();
	}

	@Override
	public void lost(CloseReason reason) {
		lost.add(reason);
	}
}
