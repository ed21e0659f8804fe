// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.iof;

import java.io.PrintStream;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import org.pmix4j.model.IofChannel;
import org.pmix4j.model.internal.text.PeerLog;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Standard output and error of the server's own process. Their readers may be slow, so pieces are written one after the other on the
 * executor. Owned by the server, on the loop.
 */
public final class OwnOutput {
	private static final PeerLog LOG = PeerLog.of(OwnOutput.class);

	private final EventLoop loop;
	private final Executor executor;
	private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

	/**
	 * @param loop     the server's loop
	 * @param executor may be blocked by slow readers
	 */
	public OwnOutput(EventLoop loop, Executor executor) {
		this.loop = loop;
		this.executor = executor;
	}

	/**
	 * @param channel standard error; any other channel stands for standard output
	 * @param bytes   bytes to write; must not be changed
	 * @return completes on the loop when they are written
	 */
	public CompletableFuture<Void> write(IofChannel channel, byte[] bytes) {
		assert loop.inLoop();
		CompletableFuture<Void> written = new CompletableFuture<>();
		last = last.thenRunAsync(() -> print(channel, bytes), executor).whenComplete((none, error) -> {
			try {
				loop.execute(() -> written.complete(null));
			} catch (RejectedExecutionException e) {
				LOG.log(Level.DEBUG, "The server was closed before its output was written");
			}
		});
		return written;
	}

	private static void print(IofChannel channel, byte[] bytes) {
		PrintStream stream = channel.equals(IofChannel.STDERR) ? System.err : System.out;
		stream.write(bytes, 0, bytes.length);
		stream.flush();
	}
}
