// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.streams;

import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.server.spi.LoopServer;

/** Passes output on, as it was written, to processes that have asked for it. Called on output threads. */
public interface OutputRelay {
	/** Nobody asks. */
	OutputRelay NONE = (source, channel, bytes) -> CompletableFuture.completedFuture(null);

	/**
	 * @param source  who wrote it
	 * @param channel on which stream
	 * @param bytes   must not change any more; none at the end of the stream
	 * @return completes when more may come; never fails
	 */
	CompletableFuture<Void> pass(Proc source, IofChannel channel, byte[] bytes);

	/**
	 * @param server knows who asks
	 * @return the way through it; whatever goes wrong there holds up nobody
	 */
	static OutputRelay through(LoopServer server) {
		return (source, channel, bytes) -> server.deliverOutput(source, channel, Infos.EMPTY, ByteObject.wrap(bytes))
				.exceptionally(problem -> null);
	}
}
