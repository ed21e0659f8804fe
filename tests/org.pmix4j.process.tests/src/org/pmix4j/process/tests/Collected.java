// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.process.internal.process.ChildProcess;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.process.internal.process.OutputHandler;

/** Records the output of one child. Filled on the loop's thread; read after the child has ended. */
final class Collected implements OutputHandler {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();
	private final ByteArrayOutputStream err = new ByteArrayOutputStream();
	private final List<ChildStream> closed = new ArrayList<>();
	private final CompletableFuture<Void> firstLine = new CompletableFuture<>();

	@Override
	public void output(ChildProcess child, ChildStream stream, ByteBuffer data) {
		byte[] bytes = new byte[data.remaining()];
		data.get(bytes);
		(stream == ChildStream.STDOUT ? out : err).writeBytes(bytes);
		if (stream == ChildStream.STDOUT && out().indexOf('\n') >= 0) {
			firstLine.complete(null);
		}
	}

	@Override
	public void outputClosed(ChildProcess child, ChildStream stream) {
		closed.add(stream);
	}

	String out() {
		return out.toString(StandardCharsets.UTF_8);
	}

	byte[] outBytes() {
		return out.toByteArray();
	}

	String err() {
		return err.toString(StandardCharsets.UTF_8);
	}

	List<ChildStream> closed() {
		return closed;
	}

	/** Completes when standard output has a whole line. */
	CompletionStage<Void> firstLine() {
		return firstLine;
	}
}
