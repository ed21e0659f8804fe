// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.submit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.OutputSink;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Proc;
import org.pmix4j.server.spi.LoopServer;

/**
 * Sends the output of a submitted job to its submitter. Combines small pieces of a stream, and waits for room before it sends the next, so
 * that a slow submitter slows down the ranks; reports of the host wait for room without blocking its thread. Owned by the family of the
 * job, whose sink calls one method at a time; messages may come from any thread.
 */
final class SubmitterSink implements OutputSink {
	private static final int PIECE = 1 << 16;
	private static final byte[] LINE_END = { '\n' };

	private final HostThread thread;
	private final LoopServer server;
	private final Proc submitter;
	private ByteBuffer gathered = ByteBuffer.allocate(1 << 12);
	private IofChannel channel = IofChannel.STDOUT;
	private Proc source;
	/** The namespace of the submitted job; empty before it is launched. */
	private volatile String root = "";
	private CompletableFuture<Void> room = CompletableFuture.completedFuture(null);

	/** @param thread of the host, which must not wait for room */
	SubmitterSink(HostThread thread, LoopServer server, Proc submitter) {
		this.thread = thread;
		this.server = server;
		this.submitter = submitter;
		source = server.identity();
	}

	/** Notes which job the family descends from, so that the submitter knows which of its jobs a piece belongs to. */
	void launched(String nspace) {
		root = nspace;
	}

	@Override
	public void write(Proc proc, IofChannel stream, ByteBuffer chunk) throws IOException {
		if (!stream.equals(channel) || !proc.equals(source)) {
			flush();
			channel = stream;
			source = proc;
		}
		while (chunk.hasRemaining()) {
			put(chunk);
		}
	}

	private void put(ByteBuffer chunk) throws IOException {
		if (gathered.position() == PIECE) {
			flush();
		}
		int count = Math.min(chunk.remaining(), PIECE - gathered.position());
		if (count > gathered.remaining()) {
			int size = Math.min(PIECE, Math.max(2 * gathered.capacity(), gathered.position() + count));
			gathered = ByteBuffer.allocate(size).put(gathered.flip());
		}
		gathered.put(chunk.slice(chunk.position(), count));
		chunk.position(chunk.position() + count);
	}

	@Override
	public void endLine(Proc proc, IofChannel stream) throws IOException {
		flush();
		channel = stream;
		source = proc;
		send(Infos.EMPTY.with(SubmissionKeys.LINE_END, true), ByteObject.wrap(LINE_END));
	}

	@Override
	public void flush() throws IOException {
		if (gathered.position() > 0) {
			byte[] piece = new byte[gathered.flip().remaining()];
			gathered.get(piece).clear();
			send(Infos.EMPTY, ByteObject.wrap(piece));
		}
	}

	private void send(Infos details, ByteObject piece) throws IOException {
		Infos infos = withRoot(source, details);
		if (thread.inThread()) {
			room = sendLater(room, source, channel, infos, piece);
			return;
		}
		await();
		room = server.sendOutput(submitter, source, channel, infos, piece);
		if (room.isCompletedExceptionally()) {
			await();
		}
	}

	/** Sends a piece when there is room, for the reports of the host, whose thread makes the room. */
	private CompletableFuture<Void> sendLater(CompletableFuture<Void> before, Proc about, IofChannel stream, Infos infos, ByteObject piece) {
		return before.thenCompose(done -> server.sendOutput(submitter, about, stream, infos, piece));
	}

	private void await() throws IOException {
		try {
			room.join();
		} catch (CompletionException gone) {
			throw new ReaderGoneException(new IOException("the submitter " + submitter + " is not connected", gone));
		}
	}

	/** Sends a text between the output, with details. It is dropped if the submitter is gone. */
	void say(Proc about, String text, Infos infos) {
		server.sendOutput(submitter, about, IofChannel.STDDIAG, withRoot(about, infos),
				ByteObject.wrap(text.getBytes(StandardCharsets.UTF_8)));
	}

	private Infos withRoot(Proc about, Infos infos) {
		String nspace = root;
		return nspace.isEmpty() || about.nspace().equals(nspace) ? infos : infos.with(SubmissionKeys.ROOT, nspace);
	}

	/** Sends a text as {@link #say} does, but behind all output. Called when the job has ended. */
	void sayLast(Proc about, String text, Infos infos) {
		room.whenComplete((done, gone) -> say(about, text, infos));
	}
}
