// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.streams;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.eclipse.debug.core.model.IBinaryStreamMonitor;
import org.eclipse.debug.core.model.IBinaryStreamsProxy;
import org.eclipse.debug.core.model.IStreamMonitor;
import org.pmix4e.core.internal.output.OutputBuffer;
import org.pmix4e.core.internal.output.OutputDispatcher;
import org.pmix4e.core.internal.output.OutputPart;
import org.pmix4e.core.internal.output.OutputPosition;
import org.pmix4e.core.output.OutputChunk;

/**
 * The three standard streams of a whole job for the consoles of the platform. Owned by the process of the job; may be used from any
 * thread.
 */
public final class JobStreamsProxy implements IBinaryStreamsProxy {
	/** If the streams alternate more often than this within a delivery, each is delivered in one piece. */
	private static final int MAX_TURNS = 32;

	private final JobStreamMonitor out;
	private final JobStreamMonitor err;
	private final ConsoleInput input;
	private final boolean typed;
	private final Charset charset;
	private final OutputDispatcher courier;

	/**
	 * Starts the delivery.
	 *
	 * @param name    the name of the job, for threads
	 * @param buffer  the output of the ranks
	 * @param input   receives the input for the ranks
	 * @param typed   whether the console shows the input, because the user types it
	 * @param tagged  whether each line begins with the rank
	 * @param job     returns the namespace that the launch has ordered, once it has begun
	 * @param charset the encoding of output and input
	 */
	public JobStreamsProxy(String name, OutputBuffer buffer, ConsoleInput input, boolean typed, boolean tagged, Supplier<String> job,
			Charset charset) {
		out = new JobStreamMonitor(buffer, false, new RankTags(tagged, job, charset), charset);
		err = new JobStreamMonitor(buffer, true, new RankTags(tagged, job, charset), charset);
		this.input = input;
		this.typed = typed;
		this.charset = charset;
		courier = OutputDispatcher.start("pmix4e-output-" + name, buffer, this::deliver, () -> {
		});
	}

	/** @return completes when all output was delivered */
	public CompletableFuture<Void> finished() {
		return courier.finished();
	}

	/** Delivers output and keeps the order between the two streams as far as possible. */
	private void deliver(OutputPart part) {
		if (part.dropped() > 0) {
			out.deliver(List.of(JobStreamMonitor.dropped(part.dropped(), charset)), part.start());
		}
		List<Turn> turns = turns(part);
		if (turns.size() > MAX_TURNS) {
			turns = List.of(whole(part, false), whole(part, true));
		}
		for (Turn turn : turns) {
			(turn.error ? err : out).deliver(turn.chunks, turn.end);
		}
	}

	/** Output of one stream before the other one continues, and the position where it ends in the output of the job. */
	private record Turn(boolean error, List<OutputChunk> chunks, OutputPosition end) {
	}

	private static Turn whole(OutputPart part, boolean error) {
		return new Turn(error, part.chunks().stream().filter(chunk -> chunk.error() == error).toList(), part.next());
	}

	private static List<Turn> turns(OutputPart part) {
		List<Turn> turns = new ArrayList<>();
		List<OutputChunk> chunks = part.chunks();
		OutputPosition position = part.start();
		int begin = 0;
		for (int i = 0; i < chunks.size(); i++) {
			position = position.after(chunks.get(i));
			boolean error = chunks.get(i).error();
			if (i + 1 == chunks.size() || chunks.get(i + 1).error() != error) {
				turns.add(new Turn(error, chunks.subList(begin, i + 1), position));
				begin = i + 1;
			}
		}
		return turns;
	}

	@Override
	public IStreamMonitor getOutputStreamMonitor() {
		return out;
	}

	@Override
	public IStreamMonitor getErrorStreamMonitor() {
		return err;
	}

	@Override
	public IBinaryStreamMonitor getBinaryOutputStreamMonitor() {
		return out;
	}

	@Override
	public IBinaryStreamMonitor getBinaryErrorStreamMonitor() {
		return err;
	}

	@Override
	public void write(String text) {
		byte[] bytes = text.getBytes(charset);
		write(bytes, 0, bytes.length);
	}

	@Override
	public void write(byte[] data, int offset, int length) {
		if (typed && length > 0 && data[offset + length - 1] == '\n') {
			out.endLine();
			err.endLine();
		}
		input.put(data, offset, length);
	}

	@Override
	public void closeInputStream() {
		input.end();
	}
}
