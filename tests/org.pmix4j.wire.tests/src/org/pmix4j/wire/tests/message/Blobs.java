// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.tests.message;

import org.pmix4j.model.ByteObject;
import org.pmix4j.wire.message.KvalBlob;
import org.pmix4j.wire.message.PeerFormat;

/** Makes blobs as they come from a peer. */
final class Blobs {
	private Blobs() {
	}

	static KvalBlob packed(PeerFormat peer, byte[] bytes) {
		return KvalBlob.packed(peer.encoding(), ByteObject.copyOf(bytes));
	}
}
