// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.server.spi.LoopServer;

/** Passes unformatted output on to processes that have requested it. Called on output threads. */
public interface OutputRelay {
	/** Passes nothing on. */
	OutputRelay NONE = (source, channel, bytes) -> CompletableFuture.completedFuture(null);

	/**
	 * Passes output on.
	 *
	 * @param source  the rank that has written it
	 * @param channel the stream
	 * @param bytes   no longer changes; none at the end of the stream
	 * @return completes when more may come; never fails
	 */
	CompletableFuture<Void> pass(Proc source, IofChannel channel, byte[] bytes);

	/**
	 * @param server knows the processes that have asked
	 * @return a relay through the server; its failures are ignored
	 */
	static OutputRelay through(LoopServer server) {
		return (source, channel, bytes) -> server.deliverOutput(source, channel, Infos.EMPTY, ByteObject.wrap(bytes))
				.exceptionally(problem -> null);
	}
}
